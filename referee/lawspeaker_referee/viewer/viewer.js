"use strict";(()=>{var ie=globalThis,ye=t=>t,B=ie.trustedTypes,be=B?B.createPolicy("lit-html",{createHTML:t=>t}):void 0,oe="$lit$",b=`lit$${Math.random().toFixed(9).slice(2)}$`,ae="?"+b,rt=`<${ae}>`,T=document,D=()=>T.createComment(""),O=t=>t===null||typeof t!="object"&&typeof t!="function",le=Array.isArray,Te=t=>le(t)||typeof t?.[Symbol.iterator]=="function",re=`[ 	
\f\r]`,H=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,ve=/-->/g,Ae=/>/g,w=RegExp(`>|${re}(?:([^\\s"'>=/]+)(${re}*=${re}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),_e=/'/g,we=/"/g,ke=/^(?:script|style|textarea|title)$/i,ce=t=>(e,...n)=>({_$litType$:t,strings:e,values:n}),l=ce(1),j=ce(2),_t=ce(3),g=Symbol.for("lit-noChange"),c=Symbol.for("lit-nothing"),xe=new WeakMap,x=T.createTreeWalker(T,129);function Re(t,e){if(!le(t)||!t.hasOwnProperty("raw"))throw Error("invalid template strings array");return be!==void 0?be.createHTML(e):e}var Se=(t,e)=>{let n=t.length-1,r=[],s,i=e===2?"<svg>":e===3?"<math>":"",o=H;for(let p=0;p<n;p++){let a=t[p],d,m,h=-1,$=0;for(;$<a.length&&(o.lastIndex=$,m=o.exec(a),m!==null);)$=o.lastIndex,o===H?m[1]==="!--"?o=ve:m[1]!==void 0?o=Ae:m[2]!==void 0?(ke.test(m[2])&&(s=RegExp("</"+m[2],"g")),o=w):m[3]!==void 0&&(o=w):o===w?m[0]===">"?(o=s??H,h=-1):m[1]===void 0?h=-2:(h=o.lastIndex-m[2].length,d=m[1],o=m[3]===void 0?w:m[3]==='"'?we:_e):o===we||o===_e?o=w:o===ve||o===Ae?o=H:(o=w,s=void 0);let u=o===w&&t[p+1].startsWith("/>")?" ":"";i+=o===H?a+rt:h>=0?(r.push(d),a.slice(0,h)+oe+a.slice(h)+b+u):a+b+(h===-2?p:u)}return[Re(t,i+(t[n]||"<?>")+(e===2?"</svg>":e===3?"</math>":"")),r]},L=class t{constructor({strings:e,_$litType$:n},r){let s;this.parts=[];let i=0,o=0,p=e.length-1,a=this.parts,[d,m]=Se(e,n);if(this.el=t.createElement(d,r),x.currentNode=this.el.content,n===2||n===3){let h=this.el.content.firstChild;h.replaceWith(...h.childNodes)}for(;(s=x.nextNode())!==null&&a.length<p;){if(s.nodeType===1){if(s.hasAttributes())for(let h of s.getAttributeNames())if(h.endsWith(oe)){let $=m[o++],u=s.getAttribute(h).split(b),f=/([.?@])?(.*)/.exec($);a.push({type:1,index:i,name:f[2],strings:u,ctor:f[1]==="."?U:f[1]==="?"?V:f[1]==="@"?F:R}),s.removeAttribute(h)}else h.startsWith(b)&&(a.push({type:6,index:i}),s.removeAttribute(h));if(ke.test(s.tagName)){let h=s.textContent.split(b),$=h.length-1;if($>0){s.textContent=B?B.emptyScript:"";for(let u=0;u<$;u++)s.append(h[u],D()),x.nextNode(),a.push({type:2,index:++i});s.append(h[$],D())}}}else if(s.nodeType===8)if(s.data===ae)a.push({type:2,index:i});else{let h=-1;for(;(h=s.data.indexOf(b,h+1))!==-1;)a.push({type:7,index:i}),h+=b.length-1}i++}}static createElement(e,n){let r=T.createElement("template");return r.innerHTML=e,r}};function k(t,e,n=t,r){if(e===g)return e;let s=r!==void 0?n._$Co?.[r]:n._$Cl,i=O(e)?void 0:e._$litDirective$;return s?.constructor!==i&&(s?._$AO?.(!1),i===void 0?s=void 0:(s=new i(t),s._$AT(t,n,r)),r!==void 0?(n._$Co??=[])[r]=s:n._$Cl=s),s!==void 0&&(e=k(t,s._$AS(t,e.values),s,r)),e}var I=class{constructor(e,n){this._$AV=[],this._$AN=void 0,this._$AD=e,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(e){let{el:{content:n},parts:r}=this._$AD,s=(e?.creationScope??T).importNode(n,!0);x.currentNode=s;let i=x.nextNode(),o=0,p=0,a=r[0];for(;a!==void 0;){if(o===a.index){let d;a.type===2?d=new P(i,i.nextSibling,this,e):a.type===1?d=new a.ctor(i,a.name,a.strings,this,e):a.type===6&&(d=new Y(i,this,e)),this._$AV.push(d),a=r[++p]}o!==a?.index&&(i=x.nextNode(),o++)}return x.currentNode=T,s}p(e){let n=0;for(let r of this._$AV)r!==void 0&&(r.strings!==void 0?(r._$AI(e,r,n),n+=r.strings.length-2):r._$AI(e[n])),n++}},P=class t{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(e,n,r,s){this.type=2,this._$AH=c,this._$AN=void 0,this._$AA=e,this._$AB=n,this._$AM=r,this.options=s,this._$Cv=s?.isConnected??!0}get parentNode(){let e=this._$AA.parentNode,n=this._$AM;return n!==void 0&&e?.nodeType===11&&(e=n.parentNode),e}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(e,n=this){e=k(this,e,n),O(e)?e===c||e==null||e===""?(this._$AH!==c&&this._$AR(),this._$AH=c):e!==this._$AH&&e!==g&&this._(e):e._$litType$!==void 0?this.$(e):e.nodeType!==void 0?this.T(e):Te(e)?this.k(e):this._(e)}O(e){return this._$AA.parentNode.insertBefore(e,this._$AB)}T(e){this._$AH!==e&&(this._$AR(),this._$AH=this.O(e))}_(e){this._$AH!==c&&O(this._$AH)?this._$AA.nextSibling.data=e:this.T(T.createTextNode(e)),this._$AH=e}$(e){let{values:n,_$litType$:r}=e,s=typeof r=="number"?this._$AC(e):(r.el===void 0&&(r.el=L.createElement(Re(r.h,r.h[0]),this.options)),r);if(this._$AH?._$AD===s)this._$AH.p(n);else{let i=new I(s,this),o=i.u(this.options);i.p(n),this.T(o),this._$AH=i}}_$AC(e){let n=xe.get(e.strings);return n===void 0&&xe.set(e.strings,n=new L(e)),n}k(e){le(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,r,s=0;for(let i of e)s===n.length?n.push(r=new t(this.O(D()),this.O(D()),this,this.options)):r=n[s],r._$AI(i),s++;s<n.length&&(this._$AR(r&&r._$AB.nextSibling,s),n.length=s)}_$AR(e=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);e!==this._$AB;){let r=ye(e).nextSibling;ye(e).remove(),e=r}}setConnected(e){this._$AM===void 0&&(this._$Cv=e,this._$AP?.(e))}},R=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(e,n,r,s,i){this.type=1,this._$AH=c,this._$AN=void 0,this.element=e,this.name=n,this._$AM=s,this.options=i,r.length>2||r[0]!==""||r[1]!==""?(this._$AH=Array(r.length-1).fill(new String),this.strings=r):this._$AH=c}_$AI(e,n=this,r,s){let i=this.strings,o=!1;if(i===void 0)e=k(this,e,n,0),o=!O(e)||e!==this._$AH&&e!==g,o&&(this._$AH=e);else{let p=e,a,d;for(e=i[0],a=0;a<i.length-1;a++)d=k(this,p[r+a],n,a),d===g&&(d=this._$AH[a]),o||=!O(d)||d!==this._$AH[a],d===c?e=c:e!==c&&(e+=(d??"")+i[a+1]),this._$AH[a]=d}o&&!s&&this.j(e)}j(e){e===c?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,e??"")}},U=class extends R{constructor(){super(...arguments),this.type=3}j(e){this.element[this.name]=e===c?void 0:e}},V=class extends R{constructor(){super(...arguments),this.type=4}j(e){this.element.toggleAttribute(this.name,!!e&&e!==c)}},F=class extends R{constructor(e,n,r,s,i){super(e,n,r,s,i),this.type=5}_$AI(e,n=this){if((e=k(this,e,n,0)??c)===g)return;let r=this._$AH,s=e===c&&r!==c||e.capture!==r.capture||e.once!==r.once||e.passive!==r.passive,i=e!==c&&(r===c||s);s&&this.element.removeEventListener(this.name,this,r),i&&this.element.addEventListener(this.name,this,e),this._$AH=e}handleEvent(e){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,e):this._$AH.handleEvent(e)}},Y=class{constructor(e,n,r){this.element=e,this.type=6,this._$AN=void 0,this._$AM=n,this.options=r}get _$AU(){return this._$AM._$AU}_$AI(e){k(this,e)}},Ee={M:oe,P:b,A:ae,C:1,L:Se,R:I,D:Te,V:k,I:P,H:R,N:V,U:F,B:U,F:Y},it=ie.litHtmlPolyfillSupport;it?.(L,P),(ie.litHtmlVersions??=[]).push("3.3.3");var M=(t,e,n)=>{let r=n?.renderBefore??e,s=r._$litPart$;if(s===void 0){let i=n?.renderBefore??null;r._$litPart$=s=new P(e.insertBefore(D(),i),i,void 0,n??{})}return s._$AI(t),s};async function Pe(t,e){let n=1e3;for(;;)if(await new Promise(r=>setTimeout(r,n)),!document.hidden)try{let r=await fetch(`${location.pathname}/frames?from=${t.steps}`);if(!r.ok&&r.status!==304)throw new Error(`the server answered ${r.status}`);let s=r.status===304?null:await r.json();if(s?.reload){location.reload();return}if(n=1e3,e.tell(""),s?.steps.length){let i=e.atEnd;t.add(s),i?e.go(t.steps):e.draw()}}catch(r){n=Math.min(3e4,n*2);let s=r instanceof Error?r.message:String(r);e.tell(`No news of the match: ${s}. Trying again in ${Math.round(n/1e3)} s.`)}}var v={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},K=t=>(...e)=>({_$litDirective$:t,values:e}),N=class{constructor(e){}get _$AU(){return this._$AM._$AU}_$AT(e,n,r){this._$Ct=e,this._$AM=n,this._$Ci=r}_$AS(e,n){return this.update(e,n)}update(e,n){return this.render(...n)}};var{I:ot}=Ee,Me=t=>t;var Ce=t=>t.strings===void 0,Ne=()=>document.createComment(""),C=(t,e,n)=>{let r=t._$AA.parentNode,s=e===void 0?t._$AB:e._$AA;if(n===void 0){let i=r.insertBefore(Ne(),s),o=r.insertBefore(Ne(),s);n=new ot(i,o,t,t.options)}else{let i=n._$AB.nextSibling,o=n._$AM,p=o!==t;if(p){let a;n._$AQ?.(t),n._$AM=t,n._$AP!==void 0&&(a=t._$AU)!==o._$AU&&n._$AP(a)}if(i!==s||p){let a=n._$AA;for(;a!==i;){let d=Me(a).nextSibling;Me(r).insertBefore(a,s),a=d}}}return n},A=(t,e,n=t)=>(t._$AI(e,n),t),at={},W=(t,e=at)=>t._$AH=e,He=t=>t._$AH,q=t=>{t._$AR(),t._$AA.remove()};var De=K(class extends N{constructor(t){if(super(t),t.type!==v.PROPERTY&&t.type!==v.ATTRIBUTE&&t.type!==v.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!Ce(t))throw Error("`live` bindings can only contain a single expression")}render(t){return t}update(t,[e]){if(e===g||e===c)return e;let n=t.element,r=t.name;if(t.type===v.PROPERTY){if(e===n[r])return g}else if(t.type===v.BOOLEAN_ATTRIBUTE){if(!!e===n.hasAttribute(r))return g}else if(t.type===v.ATTRIBUTE&&n.getAttribute(r)===e+"")return g;return W(t),e}});var S=[1,2,4,8];function he(t,e,n,r){let s=new URLSearchParams(t.replace(/^#/,"")),i={...e},o=pe(s.get("step"));o!==null&&o>=0&&(i.step=Math.min(o,r));let p=pe(s.get("eye"));p!==null&&n.includes(p)&&(i.eye=p);let a=pe(s.get("speed"));return a!==null&&S.some(d=>d===a)&&(i.speed=a),i}function Oe(t){let e=t.speed===1?"":`&speed=${t.speed}`;return`#step=${t.step}&eye=${t.eye}${e}`}function pe(t){return t!==null&&/^-?\d{1,9}$/.test(t)?Number(t):null}function G(t,e){if(!Le(e))return e;if(Array.isArray(t)){let r=[...t];for(let[s,i]of Object.entries(e))r[Number(s)]=G(r[Number(s)]??null,i);return r}if(!Le(t))return e;let n={...t};for(let[r,s]of Object.entries(e))n[r]=G(t[r]??null,s);return n}function Le(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)}var Ie={board(t){let e=Object.entries(E(t.view)).filter(([n])=>n!=="players");return l`<div class="generic">${de(Object.fromEntries(e),t)}</div>`},seat(t,e){let n=je(t.view)[e];return n?l`<div class="generic">${de(n,t)}</div>`:l`${c}`},table:()=>l`${c}`,score:(t,e)=>Ue(je(t.view)[e]?.score??null),title:()=>"",weight:t=>t.acts.every(e=>e.stream!==void 0)?.4:1,event:()=>""};function lt(t,e,n){let r=E(t),s=r[e]??r[`${e}s`],i=Array.isArray(s)?s[n]:void 0;return Ue(E(i??null).name??null)}function je(t){let e=E(t).players;return Array.isArray(e)?e.map(E):[]}function E(t){return typeof t=="object"&&t!==null&&!Array.isArray(t)?t:{}}function Ue(t){return typeof t=="string"||typeof t=="number"||typeof t=="boolean"?String(t):""}function de(t,e){let n=Object.entries(t).filter(([,s])=>!Be(s)),r=Object.entries(t).filter(([,s])=>Be(s));return l`<dl>
      ${n.map(([s,i])=>l`<div>
            <dt>${Q(s)}</dt>
            <dd data-field=${s}>${z(s,i,e)}</dd>
          </div>`)}
    </dl>
    ${r.map(([s,i])=>l`<section>
          <h4>${Q(s)}</h4>
          ${ct(i,e)}
        </section>`)}`}function Be(t){return typeof t=="object"&&t!==null&&(!Array.isArray(t)||t.some(e=>typeof e=="object"))}function ct(t,e){if(!Array.isArray(t))return de(E(t),e);let n=t.map(E),r=[...new Set(n.flatMap(s=>Object.keys(s)))];return l`<div class="wide">
    <table>
      <thead>
        <tr>
          ${r.map(s=>l`<th scope="col">${Q(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${n.map(s=>l`<tr>
              ${r.map(i=>l`<td>${z(i,s[i]??null,e)}</td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function z(t,e,n){return e===null?"none":Array.isArray(e)?e.map(r=>z(t,r,n)).join(", ")||"none":typeof e=="object"?Object.entries(e).map(([r,s])=>`${Q(r)} ${z(r,s,n)}`).join(", "):typeof e=="number"?`${e} ${lt(n.catalogue,t,e)}`.trimEnd():String(e)}function Q(t){return t.replaceAll("_"," ")}var Ve={};function J(t){if(t<1e3)return`${t} µs`;if(t<1e6)return`${t<1e4?(t/1e3).toFixed(1):Math.round(t/1e3)} ms`;if(t<6e7)return`${(t/1e6).toFixed(1)} s`;let e=Math.round(t/1e6);return`${Math.floor(e/60)} min ${e%60} s`}function Fe(t){return new Date(t).toLocaleString(void 0,{dateStyle:"medium",timeStyle:"short"})}function _(t,e){let n=t[e]?.bot??"";return n===""?"unknown":n}function X(t,e){return e===-1?"Chance":`Seat ${e} · ${_(t,e)}`}function Ye(t,e){return e===-2?"All hands":e===-1?"Spectator":`Seat ${e}: ${_(t,e)}`}function Ke(t,e){return`${t} ${e}${t===1?"":"s"}`}function ee(t){let e=t%10,n=Math.floor(t/10)%10===1;return`${t}${n?"th":e===1?"st":e===2?"nd":e===3?"rd":"th"}`}function We(t){let{match:e}=t,n=Object.entries(e.options).map(([r,s])=>`${r}=${s}`);return l`<header class="match">
    <h1>${e.title}</h1>
    <p class="id">${e.id}</p>
    <p class="facts">
      ${Ke(t.seats.length,"player")} · ${Fe(e.started_ms)} · clock
      ${e.clock}
      ${t.live?l` · <b>live</b>, ${t.live.delay_s} s behind`:c}
    </p>
    <details>
      <summary>About this match</summary>
      <dl>
        <div>
          <dt>Rules</dt>
          <dd>version ${e.version}, engine ${e.engine}</dd>
        </div>
        <div>
          <dt>Options</dt>
          <dd>${n.join(", ")||"none"}</dd>
        </div>
        <div>
          <dt>Bots</dt>
          <dd>
            ${t.seats.map((r,s)=>l`<span class="line">seat ${s}: ${_(t.seats,s)} ${r.version}${r.sdk?` (${r.sdk})`:""}${r.identity?`, token ${r.identity}`:""}</span>`)}
          </dd>
        </div>
        <div>
          <dt>Signed by</dt>
          <dd>${e.signed_by||"nobody"}</dd>
        </div>
        <div>
          <dt>Seed commitment</dt>
          <dd><code>${e.commitment}</code></dd>
        </div>
        ${e.seed?l`<div>
                <dt>Seed</dt>
                <dd><code>${e.seed}</code></dd>
              </div>`:c}
      </dl>
    </details>
    ${t.note?l`<p class="note" role="note">${t.note}</p>`:c}
  </header>`}function qe(t,e){let n=e.ranks.map((r,s)=>({rank:r,seat:s})).sort((r,s)=>r.rank-s.rank||r.seat-s.seat);return l`<div class="outcome">
    <p>The match is over: ${e.reason.replaceAll("_"," ")}.</p>
    <ol>
      ${n.map(({rank:r,seat:s})=>l`<li class="of-${s}">
            <b>${ee(r)}</b> ${_(t.seats,s)}
            <span class="seatname">seat ${s}</span>
            <span class="score">${e.scores[s]??""}</span>
          </li>`)}
    </ol>
    ${e.forfeits.map(r=>l`<p class="fault">Seat ${r.seat} lost by ${r.fault}: ${r.evidence}</p>`)}
  </div>`}var Ge={ArrowLeft:"back",ArrowRight:"forward",Home:"first",End:"last",PageUp:"chapter back",PageDown:"chapter forward"," ":"play","+":"faster","-":"slower",s:"spectator",a:"all","?":"help"},ze=[["← →","one step back or on"],["Home, End","the beginning, the end"],["Page up, page down","the chapter before, the next chapter"],["Space","play or stop"],["+ −","faster, slower"],["0 1 2 …","see what that seat sees"],["s, a","see what spectators see, see all hands"],["?","show or hide this list"]];var Qe=(t,e,n)=>{let r=new Map;for(let s=e;s<=n;s++)r.set(t[s],s);return r},Ze=K(class extends N{constructor(t){if(super(t),t.type!==v.CHILD)throw Error("repeat() can only be used in text expressions")}dt(t,e,n){let r;n===void 0?n=e:e!==void 0&&(r=e);let s=[],i=[],o=0;for(let p of t)s[o]=r?r(p,o):o,i[o]=n(p,o),o++;return{values:i,keys:s}}render(t,e,n){return this.dt(t,e,n).values}update(t,[e,n,r]){let s=He(t),{values:i,keys:o}=this.dt(e,n,r);if(!Array.isArray(s))return this.ut=o,i;let p=this.ut??=[],a=[],d,m,h=0,$=s.length-1,u=0,f=i.length-1;for(;h<=$&&u<=f;)if(s[h]===null)h++;else if(s[$]===null)$--;else if(p[h]===o[u])a[u]=A(s[h],i[u]),h++,u++;else if(p[$]===o[f])a[f]=A(s[$],i[f]),$--,f--;else if(p[h]===o[f])a[f]=A(s[h],i[f]),C(t,a[f+1],s[h]),h++,f--;else if(p[$]===o[u])a[u]=A(s[$],i[u]),C(t,s[h],s[$]),$--,u++;else if(d===void 0&&(d=Qe(o,u,f),m=Qe(p,h,$)),d.has(p[h]))if(d.has(p[$])){let y=m.get(o[u]),ne=y!==void 0?s[y]:null;if(ne===null){let ge=C(t,s[h]);A(ge,i[u]),a[u]=ge}else a[u]=A(ne,i[u]),C(t,s[h],ne),s[y]=null;u++}else q(s[$]),$--;else q(s[h]),h++;for(;u<=f;){let y=C(t,a[f+1]);A(y,i[u]),a[u++]=y}for(;h<=$;){let y=s[h++];y!==null&&q(y)}return this.ut=o,W(t,a),g}});var Je=60;function Xe(t,e,n){let r=Math.max(1,n-Je),s=Math.min(t.steps,n+Je),i=Array.from({length:Math.max(0,s-r+1)},(o,p)=>r+p);return l`<ol class="log" data-first=${r}>
    ${r>1?l`<li class="more"><a href="#step=${r-1}">Earlier steps</a></li>`:c}
    ${Ze(i,o=>o,o=>dt(t,e,o,o===n,o===r))}
    ${s<t.steps?l`<li class="more"><a href="#step=${s+1}">Later steps</a></li>`:c}
  </ol>`}function dt(t,e,n,r,s){let i=s?t.chapter(n-1):t.document.chapters.find(o=>o.step===n-1)?.label??"";return l`${i?l`<li class="chapter">${i}</li>`:c}
    <li
      data-step=${n}
      class=${r?"current":""}
      aria-current=${r?"step":c}
    >
      <a href="#step=${n}">
        <span class="at">${n}</span>
        <span class="acts">${t.acts(e,n).map(o=>ut(t,o))}</span>
      </a>
      ${t.changes(n).map(o=>l`<p class="change">${o}</p>`)}
    </li>`}function ut(t,e){return l`<span class="act ${e.stream===void 0?`of-${e.seat}`:"chance"}">
    <span class="who">${e.stream===void 0?`Seat ${e.seat}`:"Chance"}</span>
    <span class="what">${ue(e)}</span>
    ${e.fault?l`<span class="fault">${e.fault}${e.evidence?`: ${e.evidence}`:""}</span>`:c}
    <span class="sr">${X(t.document.seats,e.seat)}, ${e.prompt}</span>
  </span>`}function ue(t){return t.text?t.text.length?t.text.join("; "):l`<i>nothing</i> <small class="prompt">${t.prompt}</small>`:l`<i data-hidden>hidden</i> <small class="prompt">${t.prompt}</small>`}function et(t,e,n,r,s,i){let o=e.asked.find(h=>h.seat===r),p=n.seats[r],a=s.justNow?s.last?.fault:void 0,d=e.view===null?"":t.title(e,r),m=e.view===null?"":t.score(e,r);return l`<section
    class="seat seat-${r} ${o?"asked":""}"
    data-seat=${r}
    data-fault=${a??""}
    aria-label="Seat ${r}, ${_(n.seats,r)}"
  >
    <header>
      <span class="number" aria-hidden="true">${r}</span>
      <h3>
        <span class="bot">${_(n.seats,r)}</span>
        ${p?.version?l`<small>${p.version}</small>`:c}
        ${d?l`<span class="title">${d}</span>`:c}
      </h3>
      ${i?l`<span class="place">${ee(i.ranks[r]??0)}</span>`:c}
      ${m?l`<span class="score" title="Score">${m}</span>`:c}
    </header>
    ${mt(s,a)}
    ${o?l`<p class="question">
            <strong>Asked:</strong> ${n.prompts[o.prompt]??o.prompt}
          </p>`:c}
    ${s.justNow&&s.last?.annotation?l`<blockquote class="remark">${s.last.annotation}</blockquote>`:c}
    ${e.view===null?c:t.seat(e,r)}
  </section>`}function mt(t,e){let n=t.last;if(n?.charged_us===void 0)return c;let r=n.limit_us??0,s=r?Math.min(1,n.charged_us/r):0,i=`${J(n.think_us??n.charged_us)}${r?` of ${J(r)}`:""}`,o=n.bank_us?`, ${J(n.bank_us)} in the bank`:"";return l`<p class="clock ${e?"fault":""} ${t.justNow?"":"past"}">
    ${r?l`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            ${j`<rect class="rail" width="100" height="4" /><rect class="used" width=${(100*s).toFixed(1)} height="4" />`}
          </svg>`:c}
    <span>${e?l`<b>${e}</b>: `:c}${i}${o}</span>
  </p>`}var me=1e3,$t=22;function tt(t,e,n){let r=t.document.chapters.map(({step:s,label:i})=>({step:s,kind:"chapter",label:i}));for(let s=1;s<=t.steps;s+=1){let i=t.scene(n,s),o=i.acts.find(a=>a.fault);o&&r.push({step:s,kind:"fault",label:`seat ${o.seat}: ${o.fault??""}`});let p=i.view===null?"":e.event(i);p&&r.push({step:s,kind:"event",label:p})}return r.sort((s,i)=>s.step-i.step)}function $e(t,e,n){let r=t.document.chapters.map(s=>s.step);return n?r.find(s=>s>e)??t.steps:r.findLast(s=>s<e)??0}function ft(t,e){return e?t/e:0}function st(t,e,n){let r=s=>(ft(s,n)*me).toFixed(1);return l`<svg
    class="track"
    viewBox="0 0 ${me} ${$t}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${j`<rect class="rail" y="9" width=${me} height="4" />
      <rect class="done" y="9" width=${r(e)} height="4" />`}
    ${t.map(s=>{let[i,o]=s.kind==="chapter"?[3,19]:s.kind==="fault"?[0,8]:[14,22];return j`<line class=${s.kind} x1=${r(s.step)} x2=${r(s.step)} y1=${i} y2=${o}>
        <title>${s.label}</title></line>`})}
  </svg>`}var gt=700,yt=250,te=class{replay;root;renderer;place;playing=!1;helping=!1;trouble="";timer;written;marks=new Map;constructor(e,n){this.replay=e,this.root=n,this.renderer=Ve[e.document.match.game]??Ie;let r=e.eyes,s=e.document.live?e.steps:0;this.place={step:s,eye:r[0]??-1,speed:1},this.place=he(location.hash,this.place,r,e.steps),addEventListener("hashchange",()=>this.move(he(location.hash,this.place,r,e.steps))),addEventListener("keydown",i=>this.pressed(i)),document.title=`${e.document.match.title}: ${e.document.match.id}`}get atEnd(){return this.place.step===this.replay.steps}go(e){this.move({...this.place,step:Math.max(0,Math.min(this.replay.steps,e))})}tell(e){this.trouble=e,this.draw()}move(e){this.place=e,this.draw(),this.written??=window.setTimeout(()=>{this.written=void 0,history.replaceState(null,"",Oe(this.place))},yt)}play(e){this.playing=e&&(this.place.step<this.replay.steps||this.replay.document.live!==void 0),window.clearTimeout(this.timer),this.playing&&this.wait(),this.draw()}wait(){let e=this.replay.scene(this.place.eye,this.place.step),n=e.view===null?1:this.renderer.weight(e);this.timer=window.setTimeout(()=>{this.place.step<this.replay.steps&&this.go(this.place.step+1),this.place.step<this.replay.steps?this.wait():this.play(!1)},gt*n/this.place.speed)}pressed(e){if(e.ctrlKey||e.metaKey||e.altKey)return;let n=e.target instanceof HTMLElement?e.target.tagName:"";if(n==="SELECT"||n==="INPUT"&&e.key!==" "||e.key===" "&&n==="BUTTON"||(e.key===" "||e.key==="Enter")&&(n==="SUMMARY"||n==="A"))return;let r=/^[0-9]$/.test(e.key)?Number(e.key):null,s=Ge[e.key];if(r!==null&&this.replay.eyes.includes(r))this.move({...this.place,eye:r});else if(s)this.run(s);else return;e.preventDefault()}run(e){let{step:n,speed:r}=this.place,s=S.findIndex(i=>i===r);switch(e){case"first":return this.go(0);case"back":return this.go(n-1);case"play":return this.play(!this.playing);case"forward":return this.go(n+1);case"last":return this.go(this.replay.steps);case"chapter back":return this.go($e(this.replay,n,!1));case"chapter forward":return this.go($e(this.replay,n,!0));case"slower":return this.move({...this.place,speed:S[Math.max(0,s-1)]??r});case"faster":return this.move({...this.place,speed:S[Math.min(S.length-1,s+1)]??r});case"spectator":return this.look(-1);case"all":return this.look(-2);case"help":return this.helping=!this.helping,this.draw()}}look(e){this.replay.eyes.includes(e)&&this.move({...this.place,eye:e})}draw(){let{step:e,eye:n}=this.place;M(this.page(this.replay.scene(n,e)),this.root),this.showCurrentLine()}page(e){let{document:n}=this.replay,{step:r,eye:s}=this.place,i=r===this.replay.steps?n.outcome:null,o=e.view!==null;return l`${We(n)}
      ${this.trouble?l`<p class="trouble" role="status">${this.trouble}</p>`:c}
      <main
        data-step=${r}
        data-steps=${this.replay.steps}
        data-eye=${s}
        class=${o?"":"plain"}
      >
        <div class="now" aria-live=${this.playing?"off":"polite"}>
          <p class="chapter">${this.replay.chapter(r)}</p>
          ${this.now(e)} ${i?qe(n,i):c}
        </div>
        ${o?l`<div class="board">${fe(()=>this.renderer.board(e))}</div>`:c}
        ${o?l`<section class="table" aria-label="The table">
                ${fe(()=>this.renderer.table(e))}
              </section>`:c}
        <div class="seats">
          ${n.seats.map((p,a)=>fe(()=>et(this.renderer,e,n,a,this.lastAct(a),i)))}
        </div>
        <nav class="story" aria-label="Log">${Xe(this.replay,s,r)}</nav>
      </main>
      ${this.controls()} ${this.helping?this.help():c}`}now(e){let{step:n}=this.place,{document:r}=this.replay;return n===0?l`<p class="taken">Before the first step.</p>`:l`${e.acts.map(s=>l`<p class="taken ${s.stream===void 0?`of-${s.seat}`:"chance"}">
          <span class="who">${X(r.seats,s.seat)}</span>
          <span class="question"
            >${r.prompts[s.prompt]??s.prompt}${s.stream?` (${s.stream})`:""}</span
          >
          <span class="what">${ue(s)}</span>
          ${s.fault?l`<span class="fault">${s.fault}${s.evidence?`: ${s.evidence}`:""}</span>`:c}
        </p>`)}
    ${this.replay.changes(n).map(s=>l`<p class="change">${s}</p>`)}`}lastAct(e){for(let n=this.place.step;n>0;n-=1){if(!this.replay.document.steps[n-1]?.acts.some(s=>s.seat===e))continue;return{last:this.replay.acts(this.place.eye,n).find(s=>s.seat===e)??null,justNow:n===this.place.step}}return{last:null,justNow:!1}}controls(){let{step:e,eye:n,speed:r}=this.place,{steps:s,eyes:i,document:o}=this.replay,p=(a,d,m)=>l`<button
        type="button"
        title=${m}
        aria-label=${m}
        @click=${()=>this.run(a)}
      >
        ${d}
      </button>`;return l`<footer class="controls">
      <div class="slider">
        ${st(this.marked(),e,s)}
        <input
          type="range"
          min="0"
          max=${s}
          .value=${De(String(e))}
          aria-label="Step"
          aria-valuetext="Step ${e} of ${s}, ${this.replay.chapter(e)}"
          @input=${a=>this.go(Number(a.target.value))}
        />
      </div>
      <div class="buttons">
        ${p("first","⏮","To the beginning")}
        ${p("chapter back","⏪","To the chapter before")}
        ${p("back","◀","One step back")}
        ${p("play",this.playing?"⏸":"▶",this.playing?"Stop":"Play")}
        ${p("forward","▷","One step on")}
        ${p("chapter forward","⏩","To the next chapter")}
        ${p("last","⏭","To the end")}
        <span class="count">${e} / ${s}</span>
        ${o.live&&!this.atEnd?l`<button type="button" @click=${()=>this.run("last")}>To the present</button>`:c}
        <label
          >Speed
          <select @change=${a=>this.move({...this.place,speed:nt(a)})}>
            ${S.map(a=>l`<option value=${a} .selected=${a===r}>${a}×</option>`)}
          </select></label
        >
        ${i.length>1?l`<label
                >Seen by
                <select class="eyes" @change=${a=>this.look(nt(a))}>
                  ${i.map(a=>l`<option value=${a} .selected=${a===n}>${Ye(o.seats,a)}</option>`)}
                </select></label
              >`:c}
        ${p("help","?","Keys")}
      </div>
    </footer>`}help(){return l`<dialog open class="help" aria-label="Keys">
      <table>
        ${ze.map(([e,n])=>l`<tr>
              <th scope="row">${e}</th>
              <td>${n}</td>
            </tr>`)}
      </table>
      <button type="button" @click=${()=>this.run("help")}>Close</button>
    </dialog>`}marked(){let e=`${this.place.eye} ${this.replay.steps}`,n=this.marks.get(e);return n||(n=tt(this.replay,this.renderer,this.place.eye),this.marks.clear(),this.marks.set(e,n)),n}showCurrentLine(){let e=this.root.querySelector(".story"),n=e?.querySelector("[aria-current]");e&&(e.scrollTop=n?n.offsetTop-e.clientHeight/2:0)}};function nt(t){return Number(t.target.value)}function fe(t){try{return t()}catch(e){return console.error(e),l`<p class="trouble">This part cannot be drawn.</p>`}}var se=class{document;made=new Map;constructor(e){this.document=e}get steps(){return this.document.steps.length}get eyes(){return this.document.eyes.map(e=>e.eye)}view(e,n){let r=this.eye(e);if(!r)return null;let s=this.made.get(e);for(s||(s=[r.views[0]??null],this.made.set(e,s));s.length<=n&&s.length<r.views.length;){let i=r.views[s.length]??null,o=s[s.length-1]??null;s.push(i===null?o:G(o,i))}return s[Math.min(n,s.length-1)]??null}acts(e,n){let r=this.document.steps[n-1];if(!r)return[];let s=this.eye(e)?.acts??{};return r.acts.map((i,o)=>({...i,...s[`${n-1}.${o}`]}))}changes(e){return this.document.steps[e-1]?.changes??[]}asked(e){let n=this.document.steps[e];return n?n.acts.filter(r=>r.stream===void 0).map(({seat:r,prompt:s})=>({seat:r,prompt:s})):this.document.outcome?[]:this.document.asked}chapter(e){return this.document.chapters.findLast(n=>n.step<=e)?.label??""}scene(e,n){return{view:this.view(e,n),before:n>0?this.view(e,n-1):null,catalogue:this.document.catalogue,seats:this.document.seats,teams:this.document.teams,acts:this.acts(e,n),asked:this.asked(n),eye:e}}add(e){let n=this.steps-e.from;if(n<0)return;this.document.steps.push(...e.steps.slice(n)),this.document.asked=e.asked;let r=this.document.chapters.at(-1)?.step??-1;this.document.chapters.push(...e.chapters.filter(s=>s.step>r));for(let s of e.eyes){let i=this.eye(s.eye);i&&(i.views.push(...s.views.slice(e.from===0?n+1:n)),Object.assign(i.acts,s.acts))}}eye(e){return this.document.eyes.find(n=>n.eye===e)}};async function bt(t){let e=Uint8Array.from(atob(t.textContent),r=>r.charCodeAt(0)),n=new Blob([e]).stream().pipeThrough(new DecompressionStream("gzip"));return await new Response(n).json()}async function vt(){let t=await fetch(`${location.pathname}/frames`);if(!t.ok)throw new Error((await t.text()).trim()||`the server answered ${t.status}`);return await t.json()}async function At(){let t=document.getElementById("viewer");if(t){M(l`<p class="loading">Loading the match.</p>`,t);try{let e=document.getElementById("match"),n=e?await bt(e):await vt(),r=new se(n),s=new te(r,t);M(l``,t),s.draw(),n.live&&Pe(r,s)}catch(e){M(l`<p class="trouble">
        The match cannot be shown: ${e instanceof Error?e.message:e}
      </p>`,t)}}}At();})();
