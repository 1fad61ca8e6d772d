"use strict";(()=>{var ge=globalThis,Ye=e=>e,jt=ge.trustedTypes,tn=jt?jt.createPolicy("lit-html",{createHTML:e=>e}):void 0,ye="$lit$",O=`lit$${Math.random().toFixed(9).slice(2)}$`,be="?"+O,Sr=`<${be}>`,W=document,bt=()=>W.createComment(""),vt=e=>e===null||typeof e!="object"&&typeof e!="function",ve=Array.isArray,an=e=>ve(e)||typeof e?.[Symbol.iterator]=="function",$e=`[ 	
\f\r]`,yt=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,en=/-->/g,nn=/>/g,q=RegExp(`>|${$e}(?:([^\\s"'>=/]+)(${$e}*=${$e}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),sn=/'/g,rn=/"/g,ln=/^(?:script|style|textarea|title)$/i,xe=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),l=xe(1),m=xe(2),Pi=xe(3),S=Symbol.for("lit-noChange"),p=Symbol.for("lit-nothing"),on=new WeakMap,K=W.createTreeWalker(W,129);function cn(e,t){if(!ve(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return tn!==void 0?tn.createHTML(t):t}var pn=(e,t)=>{let n=e.length-1,s=[],r,o=t===2?"<svg>":t===3?"<math>":"",a=yt;for(let i=0;i<n;i++){let c=e[i],u,d,h=-1,f=0;for(;f<c.length&&(a.lastIndex=f,d=a.exec(c),d!==null);)f=a.lastIndex,a===yt?d[1]==="!--"?a=en:d[1]!==void 0?a=nn:d[2]!==void 0?(ln.test(d[2])&&(r=RegExp("</"+d[2],"g")),a=q):d[3]!==void 0&&(a=q):a===q?d[0]===">"?(a=r??yt,h=-1):d[1]===void 0?h=-2:(h=a.lastIndex-d[2].length,u=d[1],a=d[3]===void 0?q:d[3]==='"'?rn:sn):a===rn||a===sn?a=q:a===en||a===nn?a=yt:(a=q,r=void 0);let $=a===q&&e[i+1].startsWith("/>")?" ":"";o+=a===yt?c+Sr:h>=0?(s.push(u),c.slice(0,h)+ye+c.slice(h)+O+$):c+O+(h===-2?i:$)}return[cn(e,o+(e[n]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),s]},xt=class e{constructor({strings:t,_$litType$:n},s){let r;this.parts=[];let o=0,a=0,i=t.length-1,c=this.parts,[u,d]=pn(t,n);if(this.el=e.createElement(u,s),K.currentNode=this.el.content,n===2||n===3){let h=this.el.content.firstChild;h.replaceWith(...h.childNodes)}for(;(r=K.nextNode())!==null&&c.length<i;){if(r.nodeType===1){if(r.hasAttributes())for(let h of r.getAttributeNames())if(h.endsWith(ye)){let f=d[a++],$=r.getAttribute(h).split(O),b=/([.?@])?(.*)/.exec(f);c.push({type:1,index:o,name:b[2],strings:$,ctor:b[1]==="."?It:b[1]==="?"?Dt:b[1]==="@"?Ht:Z}),r.removeAttribute(h)}else h.startsWith(O)&&(c.push({type:6,index:o}),r.removeAttribute(h));if(ln.test(r.tagName)){let h=r.textContent.split(O),f=h.length-1;if(f>0){r.textContent=jt?jt.emptyScript:"";for(let $=0;$<f;$++)r.append(h[$],bt()),K.nextNode(),c.push({type:2,index:++o});r.append(h[f],bt())}}}else if(r.nodeType===8)if(r.data===be)c.push({type:2,index:o});else{let h=-1;for(;(h=r.data.indexOf(O,h+1))!==-1;)c.push({type:7,index:o}),h+=O.length-1}o++}}static createElement(t,n){let s=W.createElement("template");return s.innerHTML=t,s}};function Q(e,t,n=e,s){if(t===S)return t;let r=s!==void 0?n._$Co?.[s]:n._$Cl,o=vt(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(e),r._$AT(e,n,s)),s!==void 0?(n._$Co??=[])[s]=r:n._$Cl=r),r!==void 0&&(t=Q(e,r._$AS(e,t.values),r,s)),t}var Ot=class{constructor(t,n){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:n},parts:s}=this._$AD,r=(t?.creationScope??W).importNode(n,!0);K.currentNode=r;let o=K.nextNode(),a=0,i=0,c=s[0];for(;c!==void 0;){if(a===c.index){let u;c.type===2?u=new at(o,o.nextSibling,this,t):c.type===1?u=new c.ctor(o,c.name,c.strings,this,t):c.type===6&&(u=new Bt(o,this,t)),this._$AV.push(u),c=s[++i]}a!==c?.index&&(o=K.nextNode(),a++)}return K.currentNode=W,r}p(t){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(t,s,n),n+=s.strings.length-2):s._$AI(t[n])),n++}},at=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,n,s,r){this.type=2,this._$AH=p,this._$AN=void 0,this._$AA=t,this._$AB=n,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,n=this._$AM;return n!==void 0&&t?.nodeType===11&&(t=n.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,n=this){t=Q(this,t,n),vt(t)?t===p||t==null||t===""?(this._$AH!==p&&this._$AR(),this._$AH=p):t!==this._$AH&&t!==S&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):an(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==p&&vt(this._$AH)?this._$AA.nextSibling.data=t:this.T(W.createTextNode(t)),this._$AH=t}$(t){let{values:n,_$litType$:s}=t,r=typeof s=="number"?this._$AC(t):(s.el===void 0&&(s.el=xt.createElement(cn(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(n);else{let o=new Ot(r,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(t){let n=on.get(t.strings);return n===void 0&&on.set(t.strings,n=new xt(t)),n}k(t){ve(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,r=0;for(let o of t)r===n.length?n.push(s=new e(this.O(bt()),this.O(bt()),this,this.options)):s=n[r],s._$AI(o),r++;r<n.length&&(this._$AR(s&&s._$AB.nextSibling,r),n.length=r)}_$AR(t=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);t!==this._$AB;){let s=Ye(t).nextSibling;Ye(t).remove(),t=s}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},Z=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,n,s,r,o){this.type=1,this._$AH=p,this._$AN=void 0,this.element=t,this.name=n,this._$AM=r,this.options=o,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=p}_$AI(t,n=this,s,r){let o=this.strings,a=!1;if(o===void 0)t=Q(this,t,n,0),a=!vt(t)||t!==this._$AH&&t!==S,a&&(this._$AH=t);else{let i=t,c,u;for(t=o[0],c=0;c<o.length-1;c++)u=Q(this,i[s+c],n,c),u===S&&(u=this._$AH[c]),a||=!vt(u)||u!==this._$AH[c],u===p?t=p:t!==p&&(t+=(u??"")+o[c+1]),this._$AH[c]=u}a&&!r&&this.j(t)}j(t){t===p?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},It=class extends Z{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===p?void 0:t}},Dt=class extends Z{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==p)}},Ht=class extends Z{constructor(t,n,s,r,o){super(t,n,s,r,o),this.type=5}_$AI(t,n=this){if((t=Q(this,t,n,0)??p)===S)return;let s=this._$AH,r=t===p&&s!==p||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,o=t!==p&&(s===p||r);r&&this.element.removeEventListener(this.name,this,s),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},Bt=class{constructor(t,n,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){Q(this,t)}},un={M:ye,P:O,A:be,C:1,L:pn,R:Ot,D:an,V:Q,I:at,H:Z,N:Dt,U:Ht,B:It,F:Bt},_r=ge.litHtmlPolyfillSupport;_r?.(xt,at),(ge.litHtmlVersions??=[]).push("3.3.3");var wt=(e,t,n)=>{let s=n?.renderBefore??t,r=s._$litPart$;if(r===void 0){let o=n?.renderBefore??null;s._$litPart$=r=new at(t.insertBefore(bt(),o),o,void 0,n??{})}return r._$AI(e),r};var X=[1,2,4,8];function dn(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=we(t.get("step")),s=we(t.get("eye")),r=we(t.get("speed"));return{...n!==null&&n>=0&&{step:n},...s!==null&&{eye:s},...r!==null&&X.includes(r)&&{speed:r}}}function Ar({step:e,eye:t,speed:n}){return`#${[e===void 0?"":`step=${e}`,t===void 0?"":`eye=${t}`,n===void 0||n===1?"":`speed=${n}`].filter(r=>r).join("&")}`}var Gt=class{#s;#t=location.hash;#n=null;constructor(t,n=300){this.#s=n,addEventListener("hashchange",s=>{this.#e(),this.#t=new URL(s.newURL).hash,t(dn(this.#t))})}get place(){return dn(this.#t)}write(t){this.#e(),this.#n=setTimeout(()=>this.writeNow(t),this.#s)}writeNow(t){this.#e();let n=Ar(t);location.hash!==this.#t||n===this.#t||(history.replaceState(null,"",n),this.#t=n)}#e(){this.#n!==null&&clearTimeout(this.#n),this.#n=null}};function we(e){return e!==null&&/^-?\d{1,9}$/.test(e)?Number(e):null}function it(e,t){try{return t()}catch(n){return console.error(n),l`<p class="fault" data-failed>The ${e} cannot be drawn: ${String(n)}</p>`}}function zt(e,t){if(!mn(t))return t;if(Array.isArray(e)){let s=[...e];for(let[r,o]of Object.entries(t))s[Number(r)]=zt(s[Number(r)]??null,o);return s}if(!mn(e))return t;let n={...e};for(let[s,r]of Object.entries(t))n[s]=zt(e[s]??null,r);return n}function mn(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var Er={lowlands:m`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,hills:m`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,forest:m`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,swamp:m`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,mountain:m`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,lake:m`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`};function ke(e){return Er[e]??p}var hn=[m`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,m`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,m`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,m`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`];function kt(e,t,n){return m`<g class=${`cl-person seat-${t}${n?" cl-weak":""}`}>
    ${hn[e]??hn[0]}</g>`}function Ft(e,t,n){return l`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${kt(e,t,n)}
  </svg>`}var Lr=[m`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,m`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,m`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,m`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`];function fn(e){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${Lr[e]??p}
  </svg>`}function $n(){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    <path class="cl-respect" d="M2.5 12.500v-7l3 3L8 3.500l2.500 5 3-3v7z" />
  </svg>`}var Nr={fence:m`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,stone_fence:m`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,wooden_house:m`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,stone_house:m`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`};function Re(e){return Nr[e]??p}var Vr=[[],[[10,10]],[[5.5,5.5],[14.5,14.5]],[[5.5,5.5],[10,10],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[5.5,14.5],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[10,10],[5.5,14.5],[14.5,14.5]],[[5.5,5],[14.5,5],[5.5,10],[14.5,10],[5.5,15],[14.5,15]]];function Te(e,t=""){return m`<g class=${`cl-die ${t}${e?"":" cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(Vr[e]??[]).map(([n,s])=>m`<circle cx=${n} cy=${s} r="1.900" />`)}
  </g>`}function Rt(e,t=""){return l`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${e?`a ${e}`:"not rolled"}</title>
    ${Te(e,t)}
  </svg>`}var J=20*Math.sqrt(3)/2,Ut=14,Me=[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]],gn=7;function vn(e,t){return{x:qt(1.5*20*e),y:qt(2*J*(t+e/2))}}function Pe(e){let t=Math.PI/3*e;return{x:qt(20*Math.cos(t)),y:qt(20*Math.sin(t))}}var lt=`M${Me.map((e,t)=>Or(Pe(t))).join("L")}Z`,yn=new WeakMap;function xn(e){let t=yn.get(e);return t||(t=Cr(e),yn.set(e,t)),t}function Cr(e){let t=e.q.map((i,c)=>vn(i,e.r[c]??0)),n=t.map(i=>i.x),s=t.map(i=>i.y),r=Math.floor(Math.min(...n)-20-Ut),o=Math.floor(Math.min(...s)-J-Ut),a=[];for(let i=0;i<e.settlements.length;i+=gn){let c=e.settlements.slice(i,i+gn);a.push({tiles:c,centre:t[c[0]??0]??{x:0,y:0},outline:jr(e,c)})}return{centres:t,settlements:a,left:r,top:o,width:Math.ceil(Math.max(...n)+20+Ut-r),height:Math.ceil(Math.max(...s)+J+Ut-o)}}function jr(e,t){let n=new Set(t.map(o=>`${e.q[o]??0},${e.r[o]??0}`)),s=new Map;for(let o of t){let[a,i]=[e.q[o]??0,e.r[o]??0],{x:c,y:u}=vn(a,i);Me.forEach(([d,h],f)=>{if(n.has(`${a+d},${i+h}`))return;let[$,b]=[Pe(f),Pe((f+1)%Me.length)];s.set(bn({x:c+$.x,y:u+$.y}),bn({x:c+b.x,y:u+b.y}))})}let r=[];for(;s.size;){let o=[],[a]=s.keys();for(;a!==void 0;){let i=s.get(a);if(i===void 0)break;o.push(a),s.delete(a),a=i}r.push(`M${o.join("L")}Z`)}return r.join("")}function bn({x:e,y:t}){return`${(Math.round(e*10)/10+0).toFixed(1)},${(Math.round(t*10)/10+0).toFixed(1)}`}function Or({x:e,y:t}){return`${e},${t}`}function qt(e){return Math.round(e*100)/100}function v(e,t){return e[t]?.name??"?"}function Y(e,t){let n=t.flatMap((s,r)=>s?[`${s} ${v(e.resources,r).toLowerCase()}`]:[]);return Se(n)||"nothing"}function Se(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function R(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function ct(e,t){let n=e[t]?.bot;return t<=-1?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function wn(e,t){switch(t.kind){case 0:return R(t.first,"defender");case 1:return`${v(e.resources,t.first).toLowerCase()} for ${v(e.resources,t.second).toLowerCase()}`;default:return v(e.special_actions,t.first)}}var Ir=12;function Rn(e){let t=new Map,n=[];for(let s of e.acts)if(!(s.seat<0))for(let r of Kt(s)){let o=s.prompt==="reorganize.to"?kn(e.before):-1;for(let a of Dr(r))o>=0&&n.push({from:o,to:a,seat:s.seat}),t.set(a,s.seat);if(r.kind&&o>=0&&t.set(o,s.seat),r.raider||r.yield){let a=kn(e.before);a>=0&&t.set(a,s.seat)}}return{rings:t,arrows:n,link:Hr(e),...Br(e)}}function Kt(e){return e.chosen??[]}function Dr(e){if(e.settle){let{laborer:n,farmer:s,other_farmer:r}=e.settle;return[n,s,r]}let t=e.tile??e.heal??e.reorganize??e.idle_hands??e.pray_for_health??e.turn_die??e.reroll_die;return t?[t.tile]:[]}function kn(e){return e?.about?.tile??-1}function Hr({view:e,before:t,acts:n,catalogue:s}){let r=n.flatMap(Kt).some(d=>d.accept),o=r?t?.offer:e.offer;if(!o)return null;let a=Y(s,o.give),i=Y(s,o.want),c=r?"accepted":o.refused?"refused":"asked";if(o.countered)return{from:o.partner,to:o.seat,text:`${i} for ${a}`,state:c};let u=o.want.some(d=>d)?`wants ${i}`:"bargains";return{from:o.seat,to:o.partner,text:o.complete?`${a} for ${i}`:u,state:c}}function Br({view:e,before:t}){let n=new Set,s=new Map,r=new Set;return t&&(e.map?.terrain.forEach((o,a)=>{o&&t.map?.terrain[a]===0&&n.add(a)}),n.size>Ir&&n.clear(),e.players.forEach((o,a)=>{let i=t.players[a]?.people??[],c=new Map(o.people.map(d=>[d.tile,d])),u=new Map(i.map(d=>[d.tile,d]));for(let d of o.people)d.weakened&&u.get(d.tile)?.weakened===!1&&r.add(d.tile);if(!(o.people.length>=i.length))for(let d of i)c.has(d.tile)||s.set(d.tile,{kind:d.kind,seat:a})})),{revealed:n,lost:s,weakened:r}}function Tn({view:e,catalogue:t}){return t.boards.find(n=>n.players===e.players.length)}function Mn(e){let t=new Map,n=(s,r)=>{let o=t.get(s);return o||(o={seat:r,kind:-1,weakened:!1,structures:[],cards:[]},t.set(s,o)),o};for(let s of e){for(let r of s.people)Object.assign(n(r.tile,s.seat),{seat:s.seat,kind:r.kind,weakened:r.weakened});for(let r of s.structures)n(r.tile,s.seat).structures.push(r.building);for(let r of s.attached)n(r.tile,s.seat).cards.push(r.card)}return t}function Pn(e){return e.players.reduce((t,n)=>t+n.respect,0)}var Gr=[m`<path d="M10 18V9M10 10Q4 10 4 4q6 0 6 6M10 12q0-5 6-5 0 5-6 5" />`,m`<circle cx="10" cy="10" r="3.800" /><path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />`,m`<path d="M4 17 12 8M5.500 15.200Q3 6 16.500 3.500 17.500 15 5.500 15.200" />`,m`<path d="M10 1.500v17M2.600 5.800l14.800 8.500M2.600 14.300l14.800-8.500M7.800 3.200 10 5.200l2.200-2M7.800 16.800 10 14.800l2.200 2" />`],Wt=200;function Sn(e){let{view:t,catalogue:n}=e,s=n.events[t.event];return l`<div class="cl-status">
    ${zr(e)} ${Fr(e)}
    ${s?l`<p title=${s.text}>Event: <b>${s.name}</b></p>`:p}
  </div>`}function zr({view:e,catalogue:t}){let n=e.year>0&&e.phase!=="over";return l`<div class="cl-calendar">
    <ol class="cl-seasons" aria-label="Seasons">
      ${t.seasons.map((s,r)=>{let o=n&&r===e.season;return l`<li class=${o?"cl-now":""} aria-current=${o?"step":"false"}>
          <svg class="cl-icon" viewBox="0 0 20 20" role="img">
            <title>${s.name}</title>
            ${Gr[r]??p}
          </svg>
        </li>`})}
      ${e.year?l`<li class="cl-phase">${e.phase}</li>`:p}
    </ol>
    <p>
      ${e.year?l`<b>${v(t.seasons,e.season)}</b>, year ${e.year} of ${e.years}`:l`<b>Setup</b>`}
    </p>
  </div>`}function Fr({view:e}){let t=Pn(e),n=Math.max(e.gate,t,1),s=0,r=e.players.map(o=>{let a=Math.max(o.respect,0)/n*Wt,i=s;return s+=a,m`<rect class=${`cl-part seat-${o.seat}`} x=${i} y="2" width=${Math.max(a-1,0)}
      height="10"><title>Seat ${o.seat}: ${o.respect}</title></rect>`});return l`<div class="cl-gate">
    <p>Respect <b>${t}</b> of <b>${e.gate}</b></p>
    <svg viewBox=${`-1 0 ${Wt+2} 14`} preserveAspectRatio="none" role="img">
      <title>All together have ${t} Respect; the clan needs ${e.gate}</title>
      <rect class="cl-trough" x="0" y="2" width=${Wt} height="10" />
      ${r}
      <rect class="cl-gate-mark" x=${e.gate/n*Wt-1} y="0" width="2" height="14" />
    </svg>
  </div>`}function _n(e){let t=e.raiders.length-e.defeated.length;return l`<div class="cl-raiders">
    <p>
      <b>Raid</b>:
      ${R(t,"Raider")}${e.defeated.length?` left of ${e.raiders.length}`:""}
      ${e.opened?p:l`<span class="cl-seal">Sealed</span>`}
    </p>
    <p>
      ${e.raiders.map((n,s)=>l`<span
            class=${e.defeated.includes(s)?"cl-beaten":""}
            title=${`Raider ${s}${e.defeated.includes(s)?", defeated":""}`}
            >${Rt(n,"cl-raider-die")}</span
          >`)}
    </p>
  </div>`}var En={seat:-1,kind:-1,weakened:!1,structures:[],cards:[]};function Ln(e){let t=Tn(e);if(!t)return l`<p>This version of the viewer does not know the board.</p>`;let n=xn(t),s=Rn(e),r=Mn(e.view.players),o=e.view.map?.terrain??[],a=qr(e,n),i=new Map(e.view.players.filter(d=>d.home>=0).map(d=>[d.home,d.seat])),c=new Map;n.settlements.forEach((d,h)=>d.tiles.forEach(f=>c.set(f,i.get(h)??-1)));let u=d=>c.get(d)??-1;return l`<div class="cl cl-board">
    <div class="cl-stage">
      ${Sn(e)}
      <svg
        class="cl-map"
        viewBox=${`${n.left} ${n.top} ${n.width} ${n.height}`}
        role="group"
      >
        <title>The map of ${n.centres.length} hexes</title>
        <g>
          ${n.centres.map((d,h)=>Kr(e,h,d,a(h)?o[h]??0:-1,o[h]??0,r.get(h)??En,u(h)))}
        </g>
        <g>${n.settlements.map((d,h)=>Zr(n,h,i.get(h)))}</g>
        ${e.view.raid?m`<g>${e.view.raid.dice.map(d=>Qr(n,d))}</g>`:p}
        ${Jr(e,n,s)}
        <g>${[...i].map(([d,h])=>Xr(e,n,d,h))}</g>
        ${s.link?Yr(e,n,s.link):p}
      </svg>
      ${e.view.raid?_n(e.view.raid):p}
    </div>
    ${to(e,t.raiders)} ${eo(e.catalogue)}
  </div>`}function qr({view:e,eye:t},{settlements:n}){let s=e.map?.terrain??[];if(t!==-2||e.year||e.players.some(i=>i.people.length))return i=>(s[i]??0)>0;let r=new Set(s.keys()),o=new Set;for(let{tiles:i}of n){for(let c of i)r.delete(c);if(i.some(c=>(s[c]??0)>1))for(let c of i)o.add(c)}let a=[...r].some(i=>(s[i]??0)>1);return i=>a||o.has(i)}function Kr(e,t,{x:n,y:s},r,o,a,i){let{catalogue:c}=e,u=r>0?c.terrains[r-1]:void 0,d=i>=0||a.kind>=0,h=e.eye===-2&&u&&i<0&&a===En,f=u?ke(u.id):p;return m`<g class=${`cl-hex ${u?`cl-${u.id}`:"cl-fog"}${h?" cl-faint":""}`} transform=${`translate(${n} ${s})`}
    data-tile=${t} data-terrain=${o} data-person=${a.kind<0?"":a.kind}
    data-weakened=${a.weakened} data-person-seat=${a.kind<0?"":a.seat}
    data-structures=${a.structures.join(" ")} data-cards=${a.cards.join(" ")}
    role=${u?"img":"presentation"}>
    <title>${Wr(e,t,r,a)}</title>
    <path class="cl-land" d=${lt} />
    <g class=${a.kind<0?"cl-glyph":"cl-glyph cl-small"}>${f}</g>
    ${d||u?m`<text class="cl-number" y=${-J+8.4}>${t}</text>`:p}
    ${a.structures.map($=>Re(c.buildings[$]?.id??""))}
    ${a.cards.length?Nn(a.cards.length):p}
    ${a.kind<0?p:m`<g transform="translate(0 .8)">${kt(a.kind,a.seat,a.weakened)}</g>`}
    ${a.kind>=0&&a.seat!==i?Vn(a.seat,7,6.5,"cl-badge"):p}
  </g>`}function Wr({catalogue:e,seats:t},n,s,r){let o=[`Tile ${n}: ${s>0?v(e.terrains,s-1):"unrevealed"}`];if(r.kind>=0){let a=r.weakened?"weakened ":"";o.push(`${a}${v(e.kinds,r.kind)} of ${ct(t,r.seat)}`)}return o.push(...r.structures.map(a=>v(e.buildings,a))),o.push(...r.cards.map(a=>`card ${v(e.cards,a)}`)),o.join(", ")}function Nn(e){return m`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${e>1?m`<text y="2.200">${e}</text>`:m`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`}
  </g>`}function Qr(e,{tile:t,pips:n,fate:s,seat:r}){let{x:o,y:a}=e.centres[t]??{x:0,y:0};return m`<g class=${`cl-tile-die seat-${r} cl-fate-${s}`} data-die=${t}
    transform=${`translate(${o+6} ${a-13}) scale(.52)`}>${Te(n)}</g>`}function Vn(e,t,n,s){return m`<g class=${`${s} seat-${e}`} transform=${`translate(${t} ${n})`}>
    <circle r="7" /><text y="3.400">${e}</text></g>`}function Zr(e,t,n){let s=e.settlements[t]?.outline;return m`<g class=${`cl-settlement${n===void 0?"":` seat-${n}`}`} data-home=${t}
    data-owner=${n??""}>
    <path class="cl-casing" d=${s} />
    <path class="cl-border" d=${s} />
  </g>`}function Xr({seats:e},t,n,s){let{x:r,y:o}=t.settlements[n]?.centre??{x:0,y:0};return m`<g><title>The settlement of ${ct(e,s)}</title>
    ${Vn(s,r+20+1,o-2*J-2,"cl-tab")}</g>`}function Jr(e,t,n){let s=r=>t.centres[r]??{x:0,y:0};return m`<g class="cl-marks">
    ${[...n.revealed].map(r=>An(s(r),"cl-new","revealed",r))}
    ${[...n.weakened].map(r=>An(s(r),"cl-hurt","weakened",r))}
    ${[...n.lost].map(([r,{kind:o,seat:a}])=>m`<g class="cl-lost" data-lost=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <title>${v(e.catalogue.kinds,o)} of ${ct(e.seats,a)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`)}
    ${[...n.rings].map(([r,o])=>m`<g class=${`cl-ring seat-${o}`} data-ring=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <path class="cl-halo" d=${lt} /><path d=${lt} /></g>`)}
    ${n.arrows.map(({from:r,to:o})=>m`<g class="cl-arrow" data-from=${r} data-to=${o}>
        ${Cn(s(r),s(o),9)}</g>`)}
  </g>`}function An({x:e,y:t},n,s,r){return m`<path class=${n} data-mark=${`${s} ${r}`} transform=${`translate(${e} ${t})`} d=${lt} />`}function Cn(e,t,n){let[s,r]=[t.x-e.x,t.y-e.y],o=Math.hypot(s,r)||1,a={x:(e.x+t.x)/2-r/6,y:(e.y+t.y)/2+s/6},[i,c]=[t.x-a.x,t.y-a.y],u=Math.hypot(i,c)||1,[d,h]=[i/u,c/u],f={x:t.x-d*n,y:t.y-h*n},$={x:e.x+s/o*n,y:e.y+r/o*n},b=U=>`${E(f.x-d*6-h*4*U)} ${E(f.y-h*6+d*4*U)}`,w=`M${E($.x)} ${E($.y)}Q${E(a.x)} ${E(a.y)} ${E(f.x)} ${E(f.y)}`,j=`M${b(1)}L${E(f.x)} ${E(f.y)}L${b(-1)}`;return m`<path class="cl-halo" d=${w+j} /><path d=${w+j} />`}function Yr({view:e},t,{from:n,to:s,text:r,state:o}){let a=$=>t.settlements[e.players[$]?.home??-1]?.centre,[i,c]=[a(n),a(s)];if(!i||!c)return p;let u=o==="accepted"?`${r}: agreed`:o==="refused"?`${r}: no`:r,d=u.length*6.7+10,h=d/2+4,f={x:Math.min(Math.max((i.x+c.x)/2-(c.y-i.y)/12,t.left+h),t.left+t.width-h),y:(i.y+c.y)/2+(c.x-i.x)/12};return m`<g class=${`cl-marks cl-link cl-${o}`} data-link=${`${n} ${s}`}>
    ${Cn(i,c,2.8*J)}
    <g transform=${`translate(${E(f.x)} ${E(f.y)})`}>
      <rect x=${-d/2} y="-9" width=${d} height="18" rx="9" />
      <text y="3.600">${u}</text>
    </g>
  </g>`}function E(e){return e.toFixed(1)}function to({view:e},t){let n=t.length-1,s=R(t[e.counter]??0,"Raider");return l`<div class="cl-track">
    <span class="cl-track-name">Raiders</span>
    <ol
      aria-label=${`The Raiders' track: the counter is on space ${e.counter} of ${n}, ${s}`}
    >
      ${t.map((r,o)=>l`<li
            class=${`${o===e.counter?"cl-now":""}${o===n?" cl-top":""}`}
            title=${`Space ${o}${o===n?", the top, where a raid begins":""}: ${R(r,"Raider")}`}
            data-space=${o}
          >
            ${r}
          </li>`)}
    </ol>
  </div>`}function eo(e){return l`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.kinds.map((t,n)=>Mt(kt(n,-1,!1),t.name))}
      ${Mt(kt(0,-1,!0),"Weakened")}
      ${e.buildings.filter(t=>t.site!=="settlement").map(t=>Mt(m`<g transform=${t.site==="home"?"translate(20 -1) scale(1.6)":"translate(0 -14.4) scale(1.2)"}>${Re(t.id)}</g>`,t.name))}
      ${Mt(m`<g transform="translate(-23 12) scale(2)">${Nn(1)}</g>`,"Tales card on a tile")}
      ${e.terrains.map(t=>Mt(m`<g class=${`cl-hex cl-${t.id}`} transform="scale(.6)"><path class="cl-land" d=${lt} />
            <g class="cl-glyph">${ke(t.id)}</g></g>`,`${t.name}: food ${t.food.join(" ")}${t.wood?`, ${t.wood} wood`:""}${t.stone?`, ${t.stone} stone`:""}`))}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`}function Mt(e,t){return l`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${e}</svg>${t}
  </li>`}var no=["food","wood","stone","goods"];function jn(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
    class=${`cl cl-box seat-${t}`}
    data-food=${o.food}
    data-wood=${o.wood}
    data-stone=${o.stone}
    data-goods=${o.goods}
    data-respect=${o.respect}
    data-blessings=${o.blessings}
    data-hand=${o.hand.join(" ")}
    data-hand-size=${o.hand_size}
    data-actions=${o.actions}
    data-passed=${o.passed}
    data-built=${o.built.join(" ")}
  >
    <ul class="cl-stock">
      ${no.map((i,c)=>l`<li title=${v(r.resources,c)}>
            ${fn(c)}<b>${o[i]}</b>${Ae(o[i],a?.[i])}
          </li>`)}
      <li title="Respect">
        ${$n()}<b>${o.respect}</b>${Ae(o.respect,a?.respect)}
      </li>
    </ul>
    <ul class="cl-facts">
      ${_e("Actions",o.actions,a?.actions)}
      ${_e("Specials",o.specials,a?.specials)}
      ${_e("Blessings",o.blessings,a?.blessings)}
    </ul>
    ${so(e,o)} ${ro(e,o)} ${oo(e,o)} ${ao(o)}
    ${io(e,o)}
  </div>`}function Ae(e,t){return t===void 0||e===t?p:e>t?l`<i class="cl-more">+${e-t}</i>`:l`<i class="cl-less">−${t-e}</i>`}function _e(e,t,n){return l`<li class=${t?"":"cl-none"}>
    ${e} <b>${t}</b>${Ae(t,n)}
  </li>`}function so({catalogue:e},t){let n=e.kinds.flatMap((s,r)=>[!1,!0].map(o=>({kind:r,weakened:o,name:`${o?"weakened ":""}${s.name}`,number:t.people.filter(a=>a.kind===r&&a.weakened===o).length})));return l`<ul class="cl-people">
    ${n.filter(s=>s.number).map(s=>l`<li title=${R(s.number,s.name,`${s.name}s`)}>
            ${Ft(s.kind,t.seat,s.weakened)}<b>${s.number}</b>
          </li>`)}
    ${t.called.length?l`<li class="cl-called">
            Kin in Summer: ${t.called.map(s=>v(e.kinds,s)).join(", ")}
          </li>`:p}
  </ul>`}function ro({catalogue:e},t){return t.hand_size?t.hand.length?l`<ul class="cl-cards">
    ${t.hand.map(n=>l`<li class="cl-face" title=${e.cards[n]?.text??""}>
          ${v(e.cards,n)}
        </li>`)}
  </ul>`:l`<ul class="cl-cards cl-backs" title=${R(t.hand_size,"Tales card")}>
      ${Array.from({length:Math.min(t.hand_size,8)},()=>l`<li class="cl-back"></li>`)}
      <li class="cl-word">${R(t.hand_size,"card")}</li>
    </ul>`:p}function oo({catalogue:e},t){let n=t.built.flatMap((s,r)=>{let o=e.buildings[r];return s&&o?[{number:s,info:o}]:[]});return n.length?l`<ul class="cl-buildings">
    ${n.map(({number:s,info:r})=>l`<li title=${r.text}>${r.name}${s>1?` ×${s}`:""}</li>`)}
  </ul>`:p}function ao(e){let t=[...e.passed?["has passed"]:[],...e.ignores_event?["ignores the event"]:[],...e.tempo?[`${R(e.tempo,"action")} more this turn`]:[],...e.idle.length?[`idle hands on ${e.idle.map(n=>`tile ${n}`).join(", ")}`]:[]];return t.length?l`<p class="cl-states">${t.join(", ")}</p>`:p}function io({catalogue:e},t){return l`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${e.regular_actions.map(({name:n},s)=>l`<li class=${t.used[s]?"cl-used":""}>
            ${n} <b>${t.used[s]??0} of ${t.allowed[s]??0}</b>
          </li>`)}
      ${e.special_actions.map(({name:n},s)=>t.taken[s]?l`<li class="cl-used">${n} <b>this year</b></li>`:p)}
    </ul>
  </details>`}var On=[{sign:"",text:""},{sign:"✓",text:"beats its Raider"},{sign:"=",text:"does not beat its Raider, unhurt"},{sign:"✗",text:"does not beat its Raider, weakened"}];function In(e,t){let n=t.dice.filter(s=>s.raider<0);return l`<section
    class="cl-raid"
    data-raiders=${t.raiders.join(" ")}
    data-opened=${t.opened}
    data-dice=${t.dice.map(lo).join(" ")}
    data-defeated=${t.defeated.join(" ")}
    data-committed=${t.committed.join(" ")}
  >
    <h3>
      Raid:
      ${R(t.raiders.length,"Raider")}${t.defeated.length?l`, ${t.defeated.length} defeated`:p}
    </h3>
    ${t.opened?p:co(e)}
    <ol class="cl-fights">
      ${t.raiders.map((s,r)=>po(e,t,r,s))}
    </ol>
    ${t.opened&&!t.dice.length?l`<p>Nobody defends.</p>`:n.length?l`<div class="cl-waiting">
              <span>Not placed yet:</span> ${n.map(s=>Dn(e,t,s))}
            </div>`:p}
    ${uo(t)}
  </section>`}function lo({seat:e,tile:t,raider:n,pips:s,fate:r}){return[e,t,n,s,r].join(":")}function co({asked:e}){let t=e.filter(n=>n.prompt==="raid.commit").map(n=>n.seat);return l`<p>
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${t.length?l`; ${R(t.length,"seat")} asked`:p}.
  </p>`}function po(e,t,n,s){let r=t.defeated.includes(n),o=t.dice.filter(a=>a.raider===n);return l`<li class=${r?"cl-beaten":""}>
    <span class="cl-raider" title=${`Raider ${n}${r?", defeated":""}`}>
      <span class="cl-word">${n}</span>${Rt(s,"cl-raider-die")}
    </span>
    ${o.map(a=>Dn(e,t,a))}
  </li>`}function Dn({seats:e},t,n){let s=On[n.fate]??On[0],r=t.valor.includes(n.tile),o=[n.warrior?"a Warrior, 1 more than the die shows":"",r?"set by a card":"",s.text].filter(Boolean);return l`<span
    class=${`cl-defender seat-${n.seat} cl-fate-${n.fate}`}
    title=${[`Tile ${n.tile} of ${ct(e,n.seat)}`,...o].join(", ")}
  >
    <span class="cl-seat-number">${n.seat}</span>${Rt(n.pips)}${n.warrior?l`<span class="cl-plus">+1</span>`:p}<span class="cl-word">#${n.tile}</span
    >${s.sign?l`<b class="cl-sign">${s.sign}</b>`:p}
  </span>`}function uo(e){let t=(s,r)=>s.flatMap((o,a)=>o?[`seat ${a}: ${o} ${r}`]:[]),n=[...t(e.own_rerolls,"own"),...t(e.raider_rerolls,"of a Raider")];return n.length?l`<p>Rerolls left: ${Se(n)}.</p>`:p}function Hn(e){let{view:t}=e;return l`<div
    class="cl cl-table"
    data-year=${t.year}
    data-season=${t.season}
    data-phase=${t.phase}
    data-gate=${t.gate}
    data-event=${t.event}
    data-counter=${t.counter}
    data-tales=${t.tales_left}
  >
    ${t.raid?In(e,t.raid):p}
    ${t.offer?$o(e,t.offer):p} ${mo(e)} ${ho(e)}
    ${fo(e)} ${go(e)}
  </div>`}function mo({view:e,catalogue:t}){let n=t.events[e.event],s=e.past_events.map(o=>v(t.events,o)),r=t.events[e.next_event];return l`<section class="cl-event">
    <h3>Event</h3>
    ${n?l`<p class="cl-card-line"><b>${n.name}</b> ${n.text}</p>`:l`<p class="cl-quiet">None yet.</p>`}
    ${r?l`<p class="cl-card-line cl-foreseen"><b>Foreseen: ${r.name}</b> ${r.text}</p>`:p}
    ${s.length?l`<details>
            <summary>${R(s.length,"event")} so far</summary>
            <ol>
              ${s.map(o=>l`<li>${o}</li>`)}
            </ol>
          </details>`:p}
  </section>`}function ho({view:e,catalogue:t}){return e.batch.length?l`<section>
    <h3>Migrants to choose from</h3>
    <p class="cl-people">
      ${e.batch.map(n=>l`<span title=${v(t.kinds,n)}>${Ft(n,-1,!1)}</span>`)}
    </p>
  </section>`:p}function fo({view:e,catalogue:t}){return e.promises.length?l`<section>
    <h3>Promises</h3>
    <ul>
      ${e.promises.map(n=>l`<li data-promise=${`${n.seat} ${n.kind} ${n.first} ${n.second}`}>
            Seat ${n.seat} promises ${wn(t,n)}.
          </li>`)}
    </ul>
  </section>`:p}function $o({catalogue:e},t){let{seat:n,partner:s}=t,[r,o]=[Y(e,t.give),Y(e,t.want)],a=t.complete?t.countered?`Seat ${s} answers seat ${n} with another offer: ${o} for ${r}.`:`Seat ${n} offers seat ${s}: ${r} for ${o}.`:t.want.some(c=>c)?`Seat ${n} asks seat ${s} for ${o}, and names what it gives.`:`Seat ${n} names what it wants of seat ${s}.`,i=t.named.some(c=>c)?` Seat ${s} now wants ${Y(e,t.named)}.`:"";return l`<section
    class=${`cl-offer${t.refused?" cl-refused":""}`}
    data-offer-seat=${n}
    data-offer-partner=${s}
    data-give=${t.give.join(" ")}
    data-want=${t.want.join(" ")}
    data-refused=${t.refused}
  >
    <h3>Bargain</h3>
    <p>${a}${i}${t.refused?l` <b>Refused.</b>`:p}</p>
    <p class="cl-quiet">${R(t.proposals,"more offer")} may follow.</p>
  </section>`}function go({view:e,catalogue:t}){let n=new Map;for(let s of e.discard)n.set(s,(n.get(s)??0)+1);return l`<section class="cl-deck">
    <h3>Tales cards</h3>
    <p>${e.tales_left} in the deck, ${e.discard.length} discarded.</p>
    ${n.size?l`<details>
            <summary>Discarded cards</summary>
            <ul>
              ${[...n].sort(([s],[r])=>s-r).map(([s,r])=>l`<li title=${t.cards[s]?.text??""}>
                      ${v(t.cards,s)}${r>1?` ×${r}`:""}
                    </li>`)}
            </ul>
          </details>`:p}
  </section>`}var yo={board:Ln,seat:jn,table:Hn,score:({view:e},t)=>{let n=e.players[t];return n?`${n.respect} / ${Math.round(e.gate/e.players.length)}`:""},title:({view:e},t)=>e.start===t&&e.year?"starts":"",weight:({view:e,before:t,acts:n})=>{let s=n.map(o=>o.prompt);return s.includes("event.draw")?2:s.some(o=>o.startsWith("raid."))?s.includes("raid.commit")||t?.raid&&!e.raid?3:s.some(o=>o==="raid.die"||o==="raid.raider")?1:1.5:n.every(o=>o.seat<0)?.4:s.some(o=>o.startsWith("trade."))?1.3:n.every(o=>Kt(o).every(a=>a.pass))?.4:1},event:({view:e,before:t})=>t?e.phase==="over"&&t.phase!=="over"?"end":e.raid&&!t.raid?"raid":e.year!==t.year?`year ${e.year}`:e.season!==t.season&&e.season===3?"winter":"":""},Bn=yo;var Qn=[[1,0],[1,1],[0,1],[0,0]],Gn=.24,zn=.36,bo=.06,Ee=.3,Fn=[.22,.14],Un=.12,vo=.17;function Ce(e,t){let n=qn.get(e);return n||qn.set(e,n=[]),n[t]??=wo(e,t)}var qn=new WeakMap;function xo(e,t){let n=e.areas[t];if(!n)return 0;let{food:s,wood:r,lore:o,small:a,carved:i,large:c,lairs:u}=n;return s+r+o+a+i+c+u}function Kn([e,t],n){let s=!1;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0];o>t!=c>t&&e<(i-r)*(t-o)/(c-o)+r&&(s=!s)}),s}function wo(e,t){let n=([i,c])=>t===0?[i,c]:t===1?[1-c,i]:t===2?[1-i,1-c]:[c,1-i],s=new Ve(e),r=s.trace(),o=r.polygons.map(i=>i.map(n)),a=o.map((i,c)=>{let u=s.enclosed.find(h=>h!==c),d=u===void 0||s.enclosed.includes(c)?void 0:o[u];return Ro(i,1+xo(e,c),d)});return{polygons:o,lines:r.lines.map(i=>({...i,points:i.points.map(n)})),places:a}}var Ve=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((n,s)=>s).filter(n=>!t.sides.includes(n));for(let{first:n,second:s,kind:r}of t.borders)this.kinds.set(Le(n,s),r)}trace(){let t=[0,1,2,3].filter(n=>this.side(n)!==this.side(n+1));t.length===0?this.polygons[this.side(0)]=[...Qn]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let n of this.enclosed)this.polygons[n]=Ne(),t.length===0&&this.line(this.side(0),n,[...Ne(),...Ne().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,n,s){let r=this.kinds.get(Le(t,n));r!==void 0&&this.lines.push({first:Math.min(t,n),second:Math.max(t,n),kind:r,points:s})}aroundCore(t){let n=s=>je((k(s)[0]-.5)*Math.SQRT2,(k(s)[1]-.5)*Math.SQRT2);t.forEach((s,r)=>{let o=t[(r+1)%t.length]??s,a=this.side(s+1),i=ko(n(s),(o-s+4)%4||4);this.polygons[a]=[...Qt(s,o),...i.reverse()],this.line(this.side(s),a,[k(s),n(s)]);for(let c of this.enclosed)this.line(a,c,i)})}oneLine([t=0,n=0]){let s=(n-t+4)%4===1?zn:(t-n+4)%4===1?-zn:bo,r=Zt(k(t),k(n),s),[o,a]=[this.side(t+1),this.side(n+1)];this.line(o,a,r),this.polygons[o]=[...Qt(t,n),...r.slice(1,-1).reverse()],this.polygons[a]=[...Qt(n,t),...r.slice(1,-1)]}joint(t){let n=[0,1,2,3].find(o=>!t.includes(o))??0,s=k(n+2),r=[.5+Un*(s[0]-.5),.5+Un*(s[1]-.5)];t.forEach((o,a)=>{let i=this.side(o+1);this.polygons[i]=[...Qt(o,t[(a+1)%3]??o),r],this.line(this.side(o),i,[k(o),r])})}band(){let t=this.side(1)===this.side(3),[n,s]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,a]of[n,s]){let i=Zt(k(o),k(a),Ee);this.line(this.side(a),r,i),this.polygons[this.side(a)]=[...i].reverse()}this.polygons[r]=[...Zt(k(n[0]),k(n[1]),Ee),...Zt(k(s[0]),k(s[1]),Ee)]}twoJoints(){let t=this.kinds.has(Le(this.side(3),this.side(1))),n=vo,[s,r]=t?[[.5,.5-n],[.5,.5+n]]:[[.5-n,.5],[.5+n,.5]],o=t?[s,r,r,s]:[r,r,s,s];for(let a=0;a<4;a+=1){let i=(a+1)%4,[c,u]=[o[a]??s,o[i]??s];this.polygons[this.side(i)]=[k(a),k(i),...c===u?[c]:[u,c]],this.line(this.side(a),this.side(i),[k(a),c])}t?this.line(this.side(3),this.side(1),[s,r]):this.line(this.side(0),this.side(2),[s,r])}};function Le(e,t){return`${Math.min(e,t)} ${Math.max(e,t)}`}function k(e){return Qn[e%4]??[0,0]}function Qt(e,t){let n=[k(e)];for(let s=e+1;;s+=1)if(n.push(k(s)),s%4===t%4)return n}function Zt([e,t],[n,s],r,o=10){let[a,i]=[n-e,s-t];return Array.from({length:o+1},(c,u)=>{let d=u/o,h=r*Math.sin(Math.PI*d);return[e+a*d-i*h,t+i*d+a*h]})}function je(e,t){return[.5+Gn*e,.5+Gn*t]}function Ne(){return Array.from({length:24},(e,t)=>je(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function ko([e,t],n){let s=Math.atan2(t-.5,e-.5),r=n*6;return Array.from({length:r+1},(o,a)=>{let i=s+Math.PI/2*n*a/r;return je(Math.cos(i),Math.sin(i))})}function Ro(e,t,n){let r=[];for(let a=1;a<40;a+=1)for(let i=1;i<40;i+=1){let c=[a/40,i/40];!Kn(c,e)||n&&Kn(c,n)||r.push({at:c,gap:Math.min(Wn(c,e),n?Wn(c,n):1)})}let o=[];for(;o.length<t&&r.length;){let a=r[0],i=-1;for(let c of r){let u=Math.min(c.gap*1.1,...o.map((d,h)=>To(c.at,d,h===0)));u>i&&([a,i]=[c,u])}a&&o.push(a.at)}return o}function To([e,t],[n,s],r){let[o,a]=[Math.abs(e-n),Math.abs(t-s)];return r?.04+Math.hypot(Math.max(0,o-Fn[0]),Math.max(0,a-Fn[1]))+Math.hypot(o,a)/20:Math.hypot(o,a)}function Wn([e,t],n){let s=9;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0],[u,d]=[i-r,c-o],h=u*u+d*d,f=h?Math.max(0,Math.min(1,((e-r)*u+(t-o)*d)/h)):0;s=Math.min(s,Math.hypot(e-r-f*u,t-o-f*d))}),s}var Zn=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"],Oe=[["?","not rolled yet"],["2","2 points"],["3","3 points"],["1 / ×","1 point or 1 casualty"],["2 ×","2 points and 1 casualty"],["× ×","2 casualties"],["1 ×","1 point and 1 casualty"]],Mo={0:"Scorched Earth",1:"High Tide"};function Ie(e){return Mo[e]??`Ancestral Equipment ${e-10}`}function Xn(e,t){return e.cards[t]?.name??`card ${t}`}function Jn(e,t){return e.clans[t]?.name??""}function ut(e,t){return e.buildings[t]?.name??`building ${t}`}function Pt(e,t){return e.figures[t]?.name??`figure ${t}`}function T(e,t){return`${e} ${t}${e===1?"":"s"}`}function ts({acts:e,view:t}){let n=new Set,s=[];for(let r of e)for(let o of r.chosen??[])for(let[a,i]of Object.entries(o)){a==="move"&&s.push({from:De(i.source),to:De(i.target),units:De(i.units),seat:r.seat});let c=i.territory;typeof c=="number"&&n.add(Yn(c,t)),a==="place_tile"&&Po(t).forEach(u=>n.add(u))}return t.combat&&n.add(Yn(t.combat.territory,t)),{territories:n,moves:s}}function es(e,t){return e.moves.map(({from:n,to:s,units:r,seat:o})=>{let[a,i]=[t(n),t(s)];if(!a||!i)return m``;let[c,u]=[i[0]-a[0],i[1]-a[1]],d=Math.hypot(c,u)||1,[h,f]=[c/d,u/d],[$,b]=[a[0]+h*21,a[1]+f*13],[w,j]=[i[0]-h*26,i[1]-f*18],U=`${w+h*8},${j+f*8} ${w-f*6},${j+h*6} ${w+f*6},${j-h*6}`;return m`<g class="ng-move seat-${o}" data-from=${n} data-to=${s}><title>${T(r,"unit")} from ${n} to ${s}</title>
      <line x1=${$} y1=${b} x2=${w} y2=${j} /><polygon points=${U} /></g>`})}function Yn(e,t){return t.layout?.area_territory[e]??e}function Po(e){return(e.layout?.area_territory??[]).slice(-1)}function De(e){return typeof e=="number"?e:0}var ns={food:m`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:m`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:m`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:m`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:m`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:m`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:m`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},Xt={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},So=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function He(e,t,n){return m`<g class="ng-glyph ${e}" transform="translate(${t} ${n})"><title>${Xt[e]}</title>${ns[e]}</g>`}function Jt(e,t,n,s,r){let o=t?8:6.6;return m`<g class="ng-building" transform="translate(${s} ${r})"><title>${n}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${So[e]??"?"}</text></g>`}function Yt(e,t){return l`<span class="ng-amount" title="${t} ${Xt[e]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${m`<g class="ng-glyph ${e}">${ns[e]}</g>`}</svg
    >${t}<span class="ng-sr"> ${Xt[e]}</span></span
  >`}var ss=["food","wood","lore","lair","small","carved","large"];function rs(e){return Xt[e]}var x=100,dt=14,_o=["","regular","rough","impassable"],os=["small","carved","large"];function is(e){let{view:t,catalogue:n}=e,{layout:s,board:r}=t;if(!s||!r)return l`${p}`;let o=Ao(e,s),a=new Map(s.territory.map((u,d)=>[u,r.owner[d]??-1])),i=new Set(s.territory.filter((u,d)=>s.open_sides[d]===0)),c=ts(e);return l`<svg
      class="northgard"
      viewBox=${Eo(s)}
      role="img"
      aria-label="Map of ${s.tile.length} tiles"
    >
      <defs>
        <pattern
          id="ng-hatch"
          width="8"
          height="8"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(45)"
        >
          <rect width="3" height="8" />
        </pattern>
      </defs>
      ${o.map((u,d)=>{let h=a.get(u.territory)??-1,f=`${h<0?"free":`of-${h}`} ${i.has(u.territory)?"closed":"open"}`;return m`<polygon class="ng-area ${f}"
          points=${u.polygon} data-area=${d} data-of=${u.territory} />`})}
      ${o.filter(u=>c.territories.has(u.territory)).map(u=>m`<polygon class="ng-marked" points=${u.polygon} />`)}
      ${Lo(e,s)} ${No(e,s)} ${Co(e,r,o)}
      ${s.territory.map((u,d)=>jo(e,t,r,u,d,o[u]))}
      ${es(c,u=>o[u]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${ss.map(u=>l`<li><svg viewBox="-8 -8 16 16">${He(u,0,0)}</svg>${rs(u)}</li>`)}
        <li>
          <svg viewBox="0 0 24 16">
            <line class="ng-border rough" x1="1" x2="23" y1="8" y2="8" /></svg
          >rough border
        </li>
        <li>
          <svg viewBox="0 0 24 16">
            <line class="ng-border impassable" x1="1" x2="23" y1="8" y2="8" /></svg
          >impassable border
        </li>
        <li>
          <svg viewBox="0 0 24 16"><line class="ng-open-side" x1="1" x2="23" y1="8" y2="8" /></svg
          >open side
        </li>
        ${n.buildings.map((u,d)=>l`<li><svg viewBox="-10 -11 20 20">${Jt(d,u.large,u.name,0,0)}</svg>${u.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function Ao({catalogue:e},t){let n=[];return t.tile.forEach((s,r)=>{let o=e.tiles[s];if(!o)return;let a=Ce(o,t.rotation[r]??0),i=ls(t,r);o.areas.forEach((c,u)=>{n.push({printed:c,polygon:Be((a.polygons[u]??[]).map(i)),places:(a.places[u]??[]).map(i),territory:t.area_territory[n.length]??0})})}),n}function ls(e,t){let[n,s]=[e.x[t]??0,e.y[t]??0];return([r,o])=>[as((n+r)*x),as((o-s)*x)]}function as(e){return Math.round(e*10)/10}function Be(e){return e.map(([t,n])=>`${t},${n}`).join(" ")}function Eo(e){let[t,n]=[Math.min(0,...e.x),Math.max(0,...e.x)+1],[s,r]=[Math.min(0,...e.y.map(d=>-d)),Math.max(0,...e.y.map(d=>-d))+1],o=Math.max(5,n-t),a=Math.max(3,r-s),[i,c]=[(t+n-o)/2,(s+r-a)/2],u=8;return[i*x-u,c*x-u,o*x+2*u,a*x+2*u].join(" ")}function cs(e,t,n){return(e&1<<(t-n+4)%4)>0}function Lo({catalogue:e},t){return t.tile.map((n,s)=>{let r=e.tiles[n]?.sea??0;if(!r)return m``;let[o,a]=[(t.x[s]??0)*x,-(t.y[s]??0)*x],i=[[0,0,x,dt],[x-dt,0,dt,x],[0,x-dt,x,dt],[0,0,dt,x]],c=[0,1,2,3].filter(u=>cs(r,u,t.rotation[s]??0));return m`<g class="ng-sea"><title>Beach with a Port</title>${c.map(u=>{let[d=0,h=0,f=0,$=0]=i[u]??[];return m`<rect x=${o+d} y=${a+h} width=${f} height=${$} />`})}
      <path class="ng-anchor" transform="translate(${o+x/2} ${a+x/2+27})"
        d="M0 -10V9M-5 -5H5M-9 2Q-8 9 0 9Q8 9 9 2" /></g>`})}function No({catalogue:e},t){let n=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),s=0;return t.tile.map((r,o)=>{let a=e.tiles[r];if(!a)return m``;let i=s;s+=a.areas.length;let c=ls(t,o),[u,d]=[t.x[o]??0,t.y[o]??0],h=Ce(a,t.rotation[o]??0).lines.map($=>{let b=t.area_territory[i+$.first]===t.area_territory[i+$.second];return m`<polyline class="ng-border ${b?"inner":_o[$.kind]??""}" points=${Be($.points.map(c))} />`}),f=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,b],w)=>n.has(`${u+$} ${d+b}`)||cs(a.sea,w,t.rotation[o]??0)?p:m`<polyline class="ng-open-side" points=${Be(Vo[w]?.map(c)??[])} />`);return m`<rect class="ng-tile" x=${u*x} y=${-d*x} width=${x} height=${x} />${h}${f}`})}var Vo=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function Co({view:e,catalogue:t},n,s){let r=new Map,o=(a,i,c)=>{let u=`${a} ${i}`;r.set(u,[...r.get(u)??[],m`${c(0,0)}`])};n.building.forEach((a,i)=>{let c=t.buildings[a],[u,d]=[n.building_territory[i]??0,n.building_space[i]??3];d<3&&o(u,d,(h,f)=>Jt(a,c?.large??!1,ut(t,a),h,f))});for(let{token:a,territory:i,space:c}of e.tokens)i>=0&&c<3&&o(i,c,(u,d)=>m`<g class="ng-token" transform="translate(${u} ${d})"><title>${Ie(a)}</title>
        <circle r="6" /><text y="2.6">${a>10?a-10:"!"}</text></g>`);return s.map(({printed:a,places:i,territory:c})=>{let u=[...St("food",a.food),...St("wood",a.wood),...St("lore",a.lore),...St("lair",a.lairs),...os.flatMap(d=>St(d,a[d]))];return m`${u.map((d,h)=>{let[f,$]=i[h+1]??[0,0],b=r.get(`${c} ${os.findIndex(w=>w===d)}`)?.shift();return b?m`<g transform="translate(${f} ${$})">${b}</g>`:He(d,f,$)})}`})}function St(e,t){return Array.from({length:t},()=>e)}function jo({catalogue:e,seats:t},n,s,r,o,a){let[i,c]=a?.places[0]??[0,0],u=s.owner[o]??-1,d=s.units[o]??0,h=n.figures.filter(g=>g.territory===r),f=s.building.filter((g,A)=>s.building_territory[A]===r),$=s.building.filter((g,A)=>s.building_territory[A]===r&&s.building_space[A]===3),b=n.tokens.filter(g=>g.territory===r&&g.space===3),w=(n.creatures?.line??[]).filter(g=>g.territory===r),j=u<0?"neutral":`seat ${u}, ${t[u]?.bot??""}`,U=[...h.map(g=>Pt(e,g.figure)),...f.map(g=>ut(e,g)),...w.map(g=>e.creatures[g.creature]?.name??"creature")];return m`<g class="ng-marker ${u<0?"free":`seat-${u}`}" transform="translate(${i} ${c})"
    data-territory=${r} data-owner=${u} data-units=${d} data-buildings=${f.join(" ")}
    data-figures=${h.map(g=>g.figure).join(" ")}
    data-tokens=${n.tokens.filter(g=>g.territory===r).map(g=>g.token).join(" ")}
    data-beasts=${w.map(g=>g.number).join(" ")}
    data-small=${s.small[o]??0} data-carved=${s.carved[o]??0} data-large=${s.large[o]??0}>
    <title>Territory ${r}: ${j}, ${T(d,"unit")}${U.length?`, ${U.join(", ")}`:""}</title>
    ${u<0?p:m`<rect class="ng-pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="ng-seat-number" cx="-10.5" r="6.8" />
          <text class="ng-seat-text" x="-10.5" y="3.4">${u}</text>
          <path class="ng-pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="ng-units" x="12" y="4.8">${d}</text>`}
    ${h.map((g,A)=>m`<g class="ng-figure seat-${g.seat}" transform="translate(${25+13*A} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${Pt(e,g.figure).charAt(0)}</text></g>`)}
    ${$.map((g,A)=>m`<g transform="translate(${-27-14*A} 0)">${Jt(g,!1,ut(e,g),0,0)}</g>`)}
    ${b.map((g,A)=>m`<g class="ng-token" transform="translate(${-22-13*A} 14)"><title>${Ie(g.token)}</title>
      <circle r="6" /><text y="2.6">${g.token>10?g.token-10:"!"}</text></g>`)}
    ${w.map((g,A)=>m`<g class="ng-beast" transform="translate(${16*A-8*(w.length-1)} -19)"><title>${e.creatures[g.creature]?.name??"creature"}</title>
        <path d="M-9 -6L-6 -2H6L9 -6L8 3L0 9L-8 3Z" /><text y="4.6">${e.creatures[g.creature]?.name.charAt(0)??"?"}</text></g>`)}
    <text class="ng-id" y="${u<0?2.5:17}">${r}</text></g>`}function ps(e,t){let n=e.view.players[t];if(!n)return l`${p}`;let{catalogue:s,view:r,teams:o}=e,a=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",n.passed?"has passed":"",n.awakened?"Kaija is awake":"",n.conqueror?"ignores Towers and Fortresses":"",n.away?`${T(n.away,"unit")} on a Pyre`:""].filter(i=>i);return l`<div
    class="ng-seat"
    data-food=${n.food}
    data-wood=${n.wood}
    data-lore=${n.lore}
    data-fame=${n.fame}
    data-reserve=${n.reserve}
    data-hand=${n.hand.join(" ")}
    data-hand-size=${n.hand_size}
    data-draw-size=${n.draw_size}
    data-known=${n.known.join(" ")}
    data-known-top=${n.known_top.join(" ")}
    data-active=${n.active.join(" ")}
    data-discard=${n.discard.join(" ")}
    data-passed=${n.passed}
  >
    <p class="ng-amounts">
      ${Yt("food",n.food)} ${Yt("wood",n.wood)} ${Yt("lore",n.lore)}
      <span>${n.reserve} in reserve</span>
    </p>
    ${a.length?l`<p class="ng-states">${a.join(" · ")}</p>`:p}
    <dl class="ng-zones">
      ${Oo(s,n)} ${I("Active",s,n.active)}
      ${Io(s,n)}
      ${n.drawn.length?I("Drawn",s,n.drawn):p}
    </dl>
    <details>
      <summary>${n.draw_size} to draw, ${n.discard.length} discarded</summary>
      <dl class="ng-zones">
        ${I("Draw pile",s,n.draw)} ${I("Discard",s,n.discard)}
        ${I("Upgrades",s,n.upgrades_taken)}
        ${I("Not taken",s,n.upgrades)}
        ${I("Out of the game",s,n.boxed)}
      </dl>
    </details>
  </div>`}function Oo(e,t){if(t.hand.length)return I("Hand",e,t.hand);if(!t.hand_size)return l`${p}`;let n=Math.max(t.hand_size-t.known.length,0);return l`<div>
    <dt>Hand</dt>
    <dd>
      ${tt(e,t.known)}${n?l`<span class="ng-backs" aria-hidden="true"
                >${Array.from({length:n},()=>l`<i></i>`)}</span
              >
              <span data-hidden>${n} hidden</span>`:p}
    </dd>
  </div>`}function Io(e,t){let n=t.known_top.filter(s=>s>=0);return I("On top",e,t.top.length?t.top:n)}function I(e,t,n){return n.length?l`<div>
    <dt>${e}</dt>
    <dd>${tt(t,n)}</dd>
  </div>`:p}function tt(e,t){let n=new Map;for(let s of t)n.set(s,(n.get(s)??0)+1);return[...n].map(([s,r])=>l`<span
        class="ng-card ${e.cards[s]?.set??""}"
        title=${e.cards[s]?.text??""}
        >${Xn(e,s)}${r>1?` ×${r}`:""}</span
      > `)}function us(e){return l`${Do(e)} ${Ho(e)} ${Bo(e)} ${Go(e)}
  ${zo(e)} ${Fo(e)}`}function Ge({view:e,catalogue:t},n){let s=e.creatures?.line.find(r=>r.number===n);return s?`the ${t.creatures[s.creature]?.name??"creature"}`:"a creature"}function Do({view:e,catalogue:t}){if(!e.events)return p;let{now:n,next:s,left:r}=e.events,o=(a,i)=>{let c=t.events[i];return c?l`<p><b>${a}: ${c.name}.</b> ${c.text}</p>`:p};return l`<section class="ng-events" data-now=${n} data-next=${s}>
    ${o("Event of this year",n)} ${o("Event of the next year",s)}
    <p class="quiet">${T(r,"event")} in the pile</p>
  </section>`}function Ho({view:e,catalogue:t,seats:n}){let s=e.victory;return s?l`<section
    class="ng-victory wide"
    data-victory=${s.cards.join(" ")}
    data-counts=${s.counts.join(" ")}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Victory cards (${s.mode})</th>
          ${n.map((r,o)=>l`<th scope="col">Seat ${o}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${s.cards.map((r,o)=>{let a=t.victory[r];return l`<tr>
            <th scope="row" title=${a?.text??""}>
              ${a?.name??r}, ${a?.need??0}
            </th>
            ${n.map((i,c)=>l`<td>${s.counts[c*s.cards.length+o]??0}</td>`)}
          </tr>`})}
      </tbody>
    </table>
  </section>`:p}function Bo({view:e,catalogue:t}){if(!e.creatures)return p;let{line:n,top_left:s,rest_left:r,defeated:o}=e.creatures;return l`<section
    class="ng-creatures wide"
    data-creatures=${n.map(a=>`${a.number}:${a.creature}:${a.territory}`).join(" ")}
    data-creature-pile=${s+r}
    data-defeated=${o.join(" ")}
  >
    ${n.length?l`<table>
            <thead>
              <tr>
                <th scope="col">Creatures, in the order in which they act</th>
                <th scope="col">Territory</th>
                <th scope="col">Points</th>
                <th scope="col">Fame</th>
              </tr>
            </thead>
            <tbody>
              ${n.map(({creature:a,territory:i})=>{let c=t.creatures[a];return l`<tr>
                  <th scope="row" title=${c?.text??""}>${c?.name??a}</th>
                  <td>${i}</td>
                  <td>${c?.points??0}</td>
                  <td>${c?.fame??0}</td>
                </tr>`})}
            </tbody>
          </table>`:p}
    <p class="quiet">
      ${T(s+r,"creature")} in the pile, ${o.length} defeated
    </p>
  </section>`}function Go({view:e,catalogue:t}){if(!e.sea)return p;let{ports:n,raids_left:s}=e.sea,r=e.players.filter(o=>o.kept_raids.length);return l`<section
    class="ng-ports wide"
    data-ports=${n.map(o=>`${o.territory}:${o.card}:${o.seat}:${o.units}:${o.year}`).join(" ")}
    data-raids=${s}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Port</th>
          <th scope="col">Raid</th>
          <th scope="col">On it</th>
        </tr>
      </thead>
      <tbody>
        ${n.map(({territory:o,card:a,seat:i,units:c,year:u})=>{let d=t.raids[a];return l`<tr>
            <th scope="row">territory ${o}</th>
            <td title=${d?.text??""}>${d?.name??"none"}</td>
            <td>${c?`${T(c,"unit")} of seat ${i}, year ${u}`:""}</td>
          </tr>`})}
      </tbody>
    </table>
    <p class="quiet">
      ${T(s,"Raid")} in the
      deck${r.map(o=>`; seat ${o.seat} keeps ${o.kept_raids.map(a=>t.raids[a]?.name??a).join(", ")}`)}
    </p>
  </section>`}function zo({view:e,catalogue:t}){return e.features.length?l`<section
    class="ng-features"
    data-features=${e.features.map(n=>`${n.feature}:${n.territories.join(",")}`).join(" ")}
  >
    ${e.features.map(({feature:n,territories:s,wood:r})=>{let o=t.features[n],a=s.length?` (territory ${s.join(", ")})`:"";return l`<p>
        <b>${o?.name??n}${a}.</b> ${o?.text??""}
        ${r?` ${r} wood lie there.`:""}
      </p>`})}
  </section>`:p}function Fo({view:e,catalogue:t}){if(!e.automa)return p;let{level:n,actions_left:s,deck_left:r,played:o,kept:a}=e.automa,i=t.automa[o.at(-1)??-1];return l`<section
    class="ng-automa"
    data-automa-played=${o.join(" ")}
    data-automa-kept=${a.join(" ")}
  >
    <p>
      <b>Automa, level ${n}.</b> ${T(s,"card")} left this year, ${r}
      in its deck.${i?` Last: ${i.text}`:""}
    </p>
    ${a.length?l`<p>It has taken ${tt(t,a)}</p>`:p}
  </section>`}function ds(e){let{view:t,catalogue:n}=e;return l`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?Uo(e,t.combat):p}
    ${t.battles.map(s=>l`<p>
          Combat to come: seat ${s.attacker} with
          ${T(s.units,"unit")}${s.kaija?" and Kaija":""}${s.figures.map(r=>` and ${Pt(n,r)}`).join("")}
          against
          ${s.creature?Ge(e,s.creature):s.defender<0?"nobody":`seat ${s.defender}`}
          in territory ${s.territory}
        </p>`)}
    ${us(e)}
    <dl class="ng-zones">
      ${t.display.length?l`<div>
              <dt>Display</dt>
              <dd>${tt(n,t.display)}</dd>
            </div>`:p}
      ${t.achievements.length?l`<div>
              <dt>Achievements</dt>
              <dd>${tt(n,t.achievements)}</dd>
            </div>`:p}
      <div>
        <dt>Left</dt>
        <dd>
          ${t.early_left} early, ${t.advanced_left} advanced, ${t.unrest_left} Unrest,
          ${t.pile_left} tiles
        </dd>
      </div>
      <div>
        <dt>Buildings left</dt>
        <dd>
          ${t.stock.map((s,r)=>l`<span class="ng-card">${ut(n,r)} ${s}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?l`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(s=>s).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:p}
    </dl>
  </div>`}function Uo(e,t){let{seats:n}=e,s=t.creature?Ge(e,t.creature):"",r=(o,a,i,c,u,d)=>{let[h,f]=Oe[u]??Oe[0];return l`<tr class="seat-${a}">
      <th scope="row">
        <span class="ng-mark">${a<0?"–":a}</span> ${o}
        ${a<0?s||"nobody":n[a]?.bot??"nobody"}
      </th>
      <td>${i}</td>
      <td>${c}</td>
      <td title=${f}>
        <svg class="ng-die" viewBox="0 0 40 26" aria-label=${f}>
          ${m`<rect x="1" y="1" width="38" height="24" rx="5" /><text x="20" y="18">${h}</text>`}
        </svg>
      </td>
      <td>${d}</td>
    </tr>`};return l`<section
    class="ng-combat"
    data-combat=${t.territory}
    data-attacker=${t.attacker}
    data-defender=${t.defender}
    data-attacker-points=${t.attacker_points}
    data-defender-points=${t.defender_points}
    data-attacker-face=${t.attacker_face}
    data-defender-face=${t.defender_face}
    data-stage=${t.stage}
    data-creature=${t.creature}
  >
    <h2>Combat in territory ${t.territory}</h2>
    <ol class="ng-stages">
      ${Zn.map((o,a)=>l`<li class=${a===t.stage?"current":a<t.stage?"done":""}>${o}</li>`)}
    </ol>
    <div class="wide">
      <table>
        <thead>
          <tr>
            <td></td>
            <th scope="col">Points</th>
            <th scope="col">Food</th>
            <th scope="col">Die</th>
            <th scope="col">Casualties</th>
          </tr>
        </thead>
        <tbody>
          ${r("Attacker",s&&t.creature_attacks?-1:t.attacker,t.attacker_points,t.attacker_food,t.attacker_face,t.attacker_casualties)}
          ${r("Defender",s&&!t.creature_attacks?-1:t.defender,t.defender_points,t.defender_food,t.defender_face,t.defender_casualties)}
        </tbody>
      </table>
    </div>
  </section>`}var ms={board:is,seat:ps,table:ds,score(e,t){let n=e.view.players[t]?.fame??-1;return n<0?"?":T(n,"fame token")},title:({view:e,catalogue:t},n)=>Jn(t,e.players[n]?.clan??-1),weight({view:e,acts:t}){return e.combat?1.6:t.every(n=>n.stream!==void 0)?.3:1},event({view:e,before:t}){return e.combat&&!t?.combat?`combat in territory ${e.combat.territory}`:""}};var qo={nor_sea:[32,24],white_sea:[61,12],bothnia:[51.5,33.5],north_sea:[25,41],western_sea:[12,45],iberian_sea:[13,76],baltic:[55,46],caspian:[90,58],wendish_sea:[43,56.5],black_sea:[68,72],middle_sea:[37,87],arabian_sea:[84.5,92],vina:[76,18],jamtland:[43,27],seine:[24,60],volkhov:[67,37.5],dnieper:[68,55.5],volga:[82,36],amu:[94,75],danube:[53,70.5],halogaland:[46,10.5],trondelag:[27,11],atlantic_isles:[9.5,21],irish_coast:[6,59.5],jutland:[39.5,44.5],thrace:[55,86],levant:[66.5,97],hind:[95.5,95]},Ko={Lade:[37,16],Halsingland:[52.5,21.5],Hordaland:[21.5,32],Orkney:[15,36.3],Uppsala:[58,37],Gotland:[61,51],Osel:[61,43.5],Lejre:[38,64],Skane:[47,64]},Wo={danube:"above",halogaland:"above",jamtland:"inside",volkhov:"inside",jutland:"above",levant:"right"},Qo=new Set(["atlantic_isles","danube","irish_coast"]),Zo=22,hs=1e3,$s=[-32,0,1078,1050],gs=42,ne=65,ee=43,_t=20,fs=new WeakMap;function ys(e){let t=fs.get(e);return t||fs.set(e,t=Xo(e)),t}function Xo(e){let t=e.regions.map(({id:i,kind:c})=>({at:te(qo[i]),radius:c==="sea"?gs:ne,side:Wo[i]??"below",away:Qo.has(i)?Zo:0})),n=Jo(e,t),s=e.nodes.findIndex(i=>!i.home),r=e.nodes.map(({name:i,region:c,post:u,home:d})=>{if(u>=0)return n[u]?.at??te();if(c<0)return te(Ko[i]);let h=t[c]?.at??te();return d?ta(e,n,c,h):h}),o=[],a=[];return e.nodes.forEach(({region:i,post:c,home:u,beside:d},h)=>{for(let f of d){let $=e.nodes[f];!$||$.post>=0||$.home||c>=0||(!u&&h<f&&o.push([h-s,f-s]),u&&i<0&&a.push({home:h,region:f-s}))}}),{regions:t,posts:n,nodes:r,borders:o,ways:a}}function te([e,t]=[50,50]){return{x:e/100*hs,y:t/100*hs}}function Jo(e,t){let n=[];return t.forEach(({at:s},r)=>{let o=bs(e,r),a=o.map(c=>t[e.posts[c]?.gate??r]?.at??s),i=Yo(s,a);o.forEach((c,u)=>{let d=i+u*2*Math.PI/o.length,h={x:Math.cos(d),y:Math.sin(d)},f={x:s.x+ee*h.x,y:s.y+ee*h.y},$=a[u]??s;n[c]={at:f,out:h,harbor:$===s?null:[f,se($,f,gs)]}})}),n}function bs(e,t){return e.posts.flatMap((n,s)=>n.region===t?[s]:[])}function Yo(e,t){let n=t.length===2?Math.PI:-Math.PI/2;if(t.every(r=>r===e))return n;let s={start:n,cost:1/0};for(let r=0;r<48;r++){let o=r*Math.PI/24,a=t.reduce((i,c,u)=>{let d=o+u*2*Math.PI/t.length,[h,f]=[e.x+ee*Math.cos(d),e.y+ee*Math.sin(d)];return i+Math.hypot(c.x-h,c.y-f)**4},0);a<s.cost&&(s={start:o,cost:a})}return s.start}function se(e,t,n){let s=Math.hypot(t.x-e.x,t.y-e.y)||1;return{x:e.x+(t.x-e.x)/s*n,y:e.y+(t.y-e.y)/s*n}}function ta(e,t,n,s){let r=bs(e,n).flatMap(c=>t[c]??[]),o=r.map(({out:c})=>Math.atan2(c.y,c.x)+Math.PI/r.length),[a=0]=o.sort((c,u)=>Math.sin(c)-Math.sin(u)),i=ne-14;return{x:s.x+i*Math.cos(a),y:s.y+i*Math.sin(a)}}var vs={columns:3,x:28,y:24,below:24,scale:1.1},ea={columns:3,x:26,y:23,below:7,scale:1.05},na={columns:4,x:20,y:17,below:7,scale:.78},sa={columns:1,x:22,y:20,below:0,scale:1.1},ra={columns:2,x:22,y:20,below:0,scale:.85},oa={columns:3,x:15,y:17,below:0,scale:.62};function xs(e,t,n,s,r){let{x:o,y:a}=t.nodes[n]??{x:0,y:0},i=e.nodes[n],c=t.posts[i?.post??-1]?.out;if(c){let d=24*(s-(r-1)/2),h=_t+10;return{at:{x:o+c.x*h-c.y*d,y:a+c.y*h+c.x*d},scale:vs.scale}}let u=e.regions[i?.region??-1]?.kind==="sea";return la({x:o,y:a},i?.home?vs:u?aa(r):ia(r),s,r)}function aa(e){return e>6?na:ea}function ia(e){return e>4?oa:e>1?ra:sa}function la({x:e,y:t},n,s,r){let o=Math.ceil(r/n.columns),a=Math.floor(s/n.columns),i=a<o-1?n.columns:r-a*n.columns;return{at:{x:e+n.x*(s%n.columns-(i-1)/2),y:t+n.y*(a-(o-1)/2)+n.below},scale:n.scale}}var ws=["M-10-9Q0-12 10-9V1Q9 9 0 12-9 9-10 1z","M-5-11H5V-5H11V5H5V11H-5V5H-11V-5H-5z","M-10.500 0A10.500 10.500 0 1 1 10.500 0 10.500 10.500 0 1 1-10.500 0z","M0-13 12 0 0 13-12 0z"],ca=["","D","F","I"];function V(e,t){return m`<g class=${`pv-follower${t<0?"":` seat-${t}`}`}>
    <path d=${ws[e]??p} />${t<0?p:m`<text y="4">${t}</text>`}</g>`}function ks(e){return m`<path class="pv-outline" d=${ws[e]??p} />`}function L(e,t,n,s){let r=e<0?"":` seat-${e}`;return m`<g class=${`pv-ship${r}${s?" pv-exhausted":""}`}>
    <path class="pv-hull" d="M-11.500 1.500Q-10 3.500-7 3.500H7Q10 3.500 11.500 1.500 11 9.500 4.500 9.500H-4.500Q-11 9.500-11.500 1.500z" />
    <path class="pv-sail" d=${t?"M-6.500-9.500Q0-12.500 6.500-9.500L5.500 2H-5.500z":"M-6.500-10H6.500V2H-6.500z"} />
    ${e<0?p:m`<text y="-.8">${e}</text>`}
    ${t?m`<text class="pv-of-ally" y="8.600">${ca[t]}</text>`:p}
    ${n>1?m`<g class="pv-times" transform="translate(10 -8)"><circle r="5.500" /><text y="3">${n}</text></g>`:p}</g>`}function re(){return m`<path class="pv-house" d="M-10 0 0-9.500 10 0H7.500V9.500H-7.500V0z" />`}function B(e){let t=e===void 0?p:m`<text y="3.100">${e}</text>`;return m`<g class="pv-coin"><circle r="6.500" />${t}</g>`}function At(e){return e==="trade_center"?m`<path class="pv-glyph" d="M0-9V7M-4.500 8.500h9M-8-6H8M-8-6l-3 7.500h6zM8-6 5 1.500h6z" />`:e==="ally"?m`<path class="pv-glyph" d="M-6 9V-9M-6-8.500H8L4.500-3.500 8 1.500H-6" />`:p}var Rs=m`<path class="pv-waves" d="M-9 0q4.500-4.500 9 0t9 0" />`;function _(e,t="",n=""){return l`<svg
    class=${`pv-icon ${n}`}
    viewBox="-14 -14 28 28"
    role=${t?"img":"presentation"}
  >
    ${t?m`<title>${t}</title>`:p}${e}
  </svg>`}function Ts(e){return l`<details class="pv-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.types.map((t,n)=>M(V(n,-1),`${t.name} Follower`))}
      ${M(L(-1,0,1,!1),"Longship")}
      ${M(L(-1,0,1,!0),"Exhausted Longship")}
      ${e.ship_kinds.map((t,n)=>n?M(L(-1,n,1,!1),`Longship of ${t.name}`):"")}
      ${M(re(),"Home")}
      ${M(m`<g transform="scale(1.6)">${B(2)}</g>`,"Price of a post")}
      ${M(At("trade_center"),"Trade Center")} ${M(At("ally"),"Powerful Ally")}
      ${M(m`<circle class="pv-circle pv-golden" r="11" />`,"Key Trade Center")}
      ${M(m`<rect class="pv-venture" x="-11" y="-11" width="22" height="22" rx="3" />`,"Venture")}
      ${M(m`<path class="pv-gate" d="M-12 8 12-8" />`,"Harbor")}
      ${M(m`<path class="pv-border" d="M-12 8 12-8" />`,"Border")}
      ${e.winds.map(t=>M(m`<g class=${`pv-region pv-sea pv-${t.id}`}><circle r="11" /></g>`,`The ${t.name}`))}
      ${["sea","river","harbor"].map(t=>M(m`<g class=${`pv-region pv-${t} pv-north`}><circle r="11" /></g>`,`${t.slice(0,1).toUpperCase()}${t.slice(1)} region`))}
    </ul>
    <p>
      A Follower and a Longship carry the number of their seat. At a post stands its number in the
      region, or the first letter of its name. Pointing at something names it.
    </p>
  </details>`}function M(e,t){return l`<li>${_(m`${e}`)}${t}</li>`}function ze(e){return e.chosen??[]}function Ms(e){let t=new Map;for(let n of e.acts)if(!(n.seat<0))for(let s of ze(n))for(let r of pa(e,s))t.set(r,n.seat);return{rings:t,...ua(e),...da(e)}}function pa({before:e,catalogue:t},n){let{step:s,sail:r,ship:o}=n;if(s)return[s.node];let a=e?.longships[r?.longship??o?.longship??-1];if(a)return a.node<0?[]:[a.node];let i=n.activate??n.parley??n.jarldom??n.theocracy??n.post??n.post_follower,c=i?t.nodes.findIndex(u=>u.post===i.post):-1;return c<0?[]:[c]}function ua({view:e,before:t}){let n=[],s=[];return e.longships.forEach(({seat:r,node:o},a)=>{let i=t?.longships[a];!i||i.node<0||i.node===o||(o<0?s.push({ship:a,seat:i.seat,node:i.node}):n.push({ship:a,seat:r,from:i.node,to:o}))}),{moves:n,returned:s}}function da({view:e,before:t}){let n=new Map,s=new Set;return e.owners.forEach((r,o)=>{if(!t)return;let a=t.owners[o]??-1,i=t.followers[o]??-1,c=r===a&&e.followers[o]===i;!c&&a>=0&&n.set(o,{seat:a,type:i}),(!c&&r>=0||ma(e.tiles[o],t.tiles[o]))&&s.add(o)}),{lost:n,changed:s}}function ma(e,t){return e!==void 0&&e>=0&&e!==t}function mt(e){let t=new Map;return e.forEach((n,s)=>{let r=[n.node,n.seat,n.kind,n.exhausted].join(),o=t.get(r);o?o.ships.push(s):t.set(r,{...n,ships:[s]})}),[...t.values()]}function G({view:e,catalogue:t},n){let s=t.types.map(()=>0),r=o=>{o!==void 0&&o in s&&(s[o]=(s[o]??0)+1)};e.owners.forEach((o,a)=>{o===n&&r(e.followers[a])});for(let o of Fe(e.players[n]))o.established&&r(t.tiles[o.tile]?.follower);return s}function Fe(e){return e?[...e.advocates,...e.gods]:[]}function Et(e){return e.reduce((t,n)=>t+n,0)}var Ps=["","kept","broken","untested"];function y(e,t){return e[t]?.name??"?"}function P(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function oe(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function N(e,t){let n=e[t]?.bot;return t<0?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function ha(e,t){let n=e.tiles[t];return n?n.region>=0?y(e.regions,n.region):n.wind>=0?`the ${y(e.winds,n.wind)}`:"":""}function C(e,t){let n=e.tiles[t];return n?`${n.name} (${Ue(e,t)}): ${n.text}`:"No tile"}function Ue(e,t){let n=e.tiles[t];return n?[y(e.kinds,n.kind),ha(e,t),n.follower<0?"":y(e.types,n.follower),n.vote?"Althing":""].filter(Boolean).join(", "):""}function et(e,{kind:t,exhausted:n}){let s=t?`${y(e.ship_kinds,t)} `:"";return`${n?"exhausted ":""}${s}Longship`}function Ss(e,t,n){switch(t){case 0:return`to vote ${n?"yes":"no"}`;case 1:return"not to challenge";case 2:return`not to parley in ${y(e.posts,n)}`;case 3:return`to give ${n} silver`;case 4:return`to leave Longships alone in ${y(e.regions,n)}`;default:return`to keep seat ${n} from winning`}}function _s(e,t){let n=t.to<0?"all":`seat ${t.to}`;return`Seat ${t.seat} has promised ${n} ${Ss(e,t.kind,t.value)}`}function As(e,t,n){if(!n)return"";let s=[];for(let r=0;r+1<n.promises.length;r+=2)s.push(`a promise ${Ss(e,n.promises[r]??0,n.promises[r+1]??0)}`);return oe([...n.silver?[`${n.silver} silver`]:[],...n.tiles.map(r=>y(e.tiles,r)),...n.kinds.map(r=>fa(e,r)),...n.posts.map(r=>`the Follower in ${y(e.posts,r)}`),...n.longships.map(r=>$a(e,t[r])),...s])}function fa(e,t){let n=e.kinds[t]?.name;return n?`${/^[AE]/.test(n)?"an":"a"} ${n} of the hand`:"any tile of the hand"}function $a(e,t){if(!t)return"a Longship";let n=et(e,t),s=t.node<0?"on the Jarlboard":`at ${y(e.nodes,t.node)}`;return`${/^[aeiou]/i.test(n)?"an":"a"} ${n} ${s}`}var ga={influence:"Influence Phase",actions:"Action Phase",solstice:"Winter Solstice",over:"Game over"};function Es({view:e,catalogue:t}){let n=e.turn>0&&e.phase!=="over",s=Math.max(e.markers,0);return l`<div class="pv-status">
    <p>
      ${e.turn?l`<b>Turn ${e.turn}</b>, ${ga[e.phase]??e.phase}`:l`<b>Setup</b>`}
    </p>
    ${n&&e.active>=0?l`<p>
            <span class=${`pv-seat seat-${e.active}`}>${e.active}</span> acts: ${s}
            Action Marker${s===1?"":"s"}
            <span class="pv-markers" aria-hidden="true">${"●".repeat(s)}</span>
          </p>`:p}
    ${e.event>=0?l`<p title=${C(t,e.event)}>
            Event: <b>${y(t.tiles,e.event)}</b>
          </p>`:p}
  </div>`}function Ls(e){let t=ys(e.catalogue),n=Ms(e),{regions:s,posts:r}=e.catalogue;return l`<div class="pv pv-board">
    <div class="pv-stage">
      ${Es(e)}
      <div class="pv-scroll" role="region" aria-label="Map" tabindex="0">
        <svg class="pv-map" viewBox=${$s.join(" ")} role="group">
          <title>The map of ${s.length} regions and ${r.length} posts</title>
          <g>${ya(t)}</g>
          <g>${s.map((o,a)=>ba(e,t,a))}</g>
          <g>
            ${t.posts.map(({harbor:o},a)=>o?m`<path class="pv-gate" data-harbor=${a} d=${ae(...o)} />`:p)}
          </g>
          <g>${r.map((o,a)=>xa(e,t,n,a))}</g>
          <g>${Ra(e,t)}</g>
          ${Pa(e,t,n)}
          <g>${Ta(e,t)}</g>
        </svg>
      </div>
    </div>
    ${Ts(e.catalogue)}
  </div>`}function ya(e){let t=n=>e.regions[n]?.at??{x:0,y:0};return[...e.borders.map(([n,s])=>m`<path class="pv-border" data-border=${`${n} ${s}`} d=${ae(t(n),t(s))} />`),...e.ways.map(({home:n,region:s})=>m`<path class="pv-way" d=${ae(e.nodes[n]??t(s),t(s))} />`)]}function ba({catalogue:e},t,n){let s=e.regions[n],r=t.regions[n];if(!s||!r)return m``;let{at:o,radius:a}=r,i=s.kind==="sea",c=e.winds[s.wind];return m`<g class=${`pv-region pv-${s.kind} pv-${c?.id??""}`} data-region=${n}
    data-wind=${s.wind} data-kind=${s.kind} transform=${nt(o)}>
    <title>${s.name}: ${s.kind} in the ${c?.name??"?"}</title>
    <circle r=${a} />
    ${i?m`<g transform="translate(0 31)">${Rs}</g><text y="-20">${s.name}</text>`:va(e,n,r)}
  </g>`}function va(e,t,{radius:n,side:s,away:r}){let o=e.posts.filter(c=>c.region===t&&c.kind!=="empty").map(c=>c.name),a=[y(e.regions,t),...o.length?[o.join(", ")]:[]],i={below:n+r+14,above:-n-r-5-14*(a.length-1),inside:n-18,right:4-7*(a.length-1)}[s];return m`${a.map((c,u)=>m`<text class=${`pv-name-${s}${u?" pv-landmark":""}`}
      x=${s==="right"?n+r+7:0} y=${i+14*u}>${c}</text>`)}`}function xa(e,t,n,s){let{view:r,catalogue:o}=e,a=o.posts[s],i=t.posts[s];if(!a||!i)return m``;let c=r.tiles[s]??-1,u=r.owners[s]??-1,d=r.followers[s]??-1,h=["pv-post",`pv-${a.kind}`,a.key?"pv-key":""];return m`<g class=${h.filter(Boolean).join(" ")} transform=${nt(i.at)} role="img"
    data-post=${s} data-tile=${c} data-owner=${u} data-follower=${d} data-cost=${a.cost}
    data-changed=${n.changed.has(s)}>
    <title>${ka(e,s)}</title>
    <circle class="pv-circle" r=${_t} />
    ${c<0?p:m`<rect class="pv-venture" x="-18" y="-18" width="36" height="36" rx="6" />`}
    ${u>=0?p:At(a.kind)}
    ${u<0?p:m`<g transform="scale(1.2)">${V(d,u)}</g>`}
    <g transform="translate(-15 15) scale(1.1)">${B(a.cost)}</g>
    <text class="pv-label" x="15" y="-10">${wa(a.name)}</text>
  </g>`}function wa(e){return/\d+$/.exec(e)?.[0]??e.slice(0,1)}function ka({view:e,catalogue:t,seats:n},s){let r=t.posts[s],o=e.owners[s]??-1,a=y(t.types,e.followers[s]??-1),i=e.tiles[s]??-1;return[`${r?.name??"?"} in ${y(t.regions,r?.region??-1)}, costs ${r?.cost??"?"}`,...r?.gate===r?.region?[]:[`harbor to ${y(t.regions,r?.gate??-1)}`],...r?.text?[r.text]:[],...i<0?[]:[C(t,i)],...o<0?[]:[`${a} Follower of ${N(n,o)}`]].join(`
`)}function Ra({view:e,catalogue:t,seats:n},s){let r=new Map;for(let o of e.players){let a=t.jarls[o.jarl];a&&r.set(a.home,o.seat),t.nodes.forEach(({home:i,region:c},u)=>{i&&c>=0&&o.duchies.includes(c)&&r.set(u,o.seat)})}return t.nodes.flatMap(({name:o,region:a,home:i},c)=>{let u=s.nodes[c],d=r.get(c)??-1;if(!i||!u||a>=0&&d<0)return[];let h=d<0?`${o}, nobody's`:`${o}, of ${N(n,d)}`;return m`<g class=${`pv-home${d<0?"":` seat-${d}`}`} data-home=${c}
      data-owner=${d} transform=${`${nt(u)} scale(1.2)`}>
      <title>${h}</title>${re()}
      ${d<0?p:m`<text class="pv-whose" y="7">${d}</text>`}
      ${a<0?m`<text class="pv-home-name" y="-12">${o}</text>`:p}
    </g>`})}function Ta(e,t){let n=new Map;for(let s of mt(e.view.longships))s.node>=0&&n.set(s.node,[...n.get(s.node)??[],s]);return[...n].flatMap(([s,r])=>r.map((o,a)=>{let{at:i,scale:c}=xs(e.catalogue,t,s,a,r.length);return m`<g transform=${`${nt(i)} scale(${c})`} data-ships=${o.ships.join(" ")}
        data-seat=${o.seat} data-kind=${o.kind} data-node=${s} data-exhausted=${o.exhausted}>
        <title>${Ma(e,o)}</title>
        ${L(o.seat,o.kind,o.ships.length,o.exhausted)}</g>`}))}function Ma({catalogue:e,seats:t},n){return`${P(n.ships.length,et(e,n))} of ${N(t,n.seat)} at ${y(e.nodes,n.node)}`}function Pa(e,t,n){let s=o=>t.nodes[o]??{x:0,y:0},r=o=>{let a=e.catalogue.nodes[o];return(a?.post??-1)>=0?_t+3:a?.home?15:(t.regions[a?.region??-1]?.radius??ne)+2};return m`<g class="pv-marks">
    ${n.moves.map(({ship:o,seat:a,from:i,to:c})=>m`<g class=${`pv-move seat-${a}`} data-moved=${o} data-from=${i}
        data-to=${c}>${Sa(s(i),s(c))}</g>`)}
    ${[...n.rings].map(([o,a])=>m`<g class=${`pv-ring seat-${a}`} data-ring=${o} transform=${nt(s(o))}>
        <circle class="pv-halo" r=${r(o)} /><circle r=${r(o)} /></g>`)}
    ${[...n.lost].map(([o,{seat:a,type:i}])=>m`<g class="pv-lost" data-lost=${o}
        transform=${`${nt(t.posts[o]?.at??s(-1))} translate(14 -14)`}>
        <title>${y(e.catalogue.types,i)} Follower of ${N(e.seats,a)} has gone</title>
        <g transform="scale(.6)">${V(i,a)}</g><path d="M-7-7 7 7M7-7-7 7" /></g>`)}
    ${n.returned.map(({ship:o,seat:a,node:i})=>m`<g class="pv-lost" data-returned=${o} transform=${nt(s(i))}>
        <title>A Longship of ${N(e.seats,a)} has been returned</title>
        <g transform="scale(.8)">${L(a,0,1,!0)}</g><path d="M-9-9 9 9M9-9-9 9" /></g>`)}
  </g>`}function Sa(e,t){let n=se(t,e,14),s=se(n,e,11),r={x:(n.y-s.y)*.55,y:(s.x-n.x)*.55},o=`${ae(e,n)}M${ht({x:s.x+r.x,y:s.y+r.y})}L${ht(n)}L${ht({x:s.x-r.x,y:s.y-r.y})}`;return m`<path class="pv-halo" d=${o} /><path d=${o} />`}function ae(e,t){return`M${ht(e)}L${ht(t)}`}function ht({x:e,y:t}){return`${e.toFixed(1)} ${t.toFixed(1)}`}function nt(e){return`translate(${ht(e)})`}function ft(e,t){return l`<li
    class=${`pv-face pv-kind-${e.tiles[t]?.kind??""}`}
    title=${C(e,t)}
  >
    ${Vs(e,t)}${y(e.tiles,t)}
  </li>`}function Ns(e,t){return l`${Vs(e,t)}
    <span class="pv-tile-name">${y(e.tiles,t)}</span>
    <span class="pv-word">${Ue(e,t)}</span>`}function qe(e,t,n){return n.length?l`<details>
    <summary>${t}: ${n.length}</summary>
    <ol class="pv-tiles">
      ${n.map(s=>ft(e,s))}
    </ol>
  </details>`:p}function Vs(e,t){let n=e.tiles[t]?.follower??-1;return n<0?p:_(ks(n),e.types[n]?.name??"")}function js(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
    class=${`pv pv-box seat-${t}`}
    data-jarl=${o.jarl}
    data-silver=${o.silver}
    data-hand=${o.hand.join(" ")}
    data-hand-size=${o.hand_size}
    data-known=${o.known.join(" ")}
    data-hand-limit=${o.hand_limit}
    data-supply=${o.supply.join(" ")}
    data-influence=${o.influence.join(" ")}
    data-advocates=${o.advocates.map(Cs).join(" ")}
    data-gods=${o.gods.map(Cs).join(" ")}
    data-duchies=${o.duchies.join(" ")}
  >
    <ul class="pv-stock">
      <li title="Silver">
        ${_(B(),"","pv-silver")}<b>${o.silver}</b>${Os(o.silver,a?.silver)}
      </li>
      ${_a(e,o,a)}
    </ul>
    ${Aa(e,o)} ${Ea(e,o)} ${La(e,o)} ${Na(e,t)}
    ${o.duchies.length?l`<p>
            ${o.duchies.length>1?"Duchies":"Duchy"}:
            ${oe(o.duchies.map(i=>y(r.regions,i)))}
          </p>`:p}
    ${Va(e,t)}
  </div>`}function Cs({tile:e,established:t,counts_as:n}){return`${e}:${t}:${n}`}function Os(e,t){return t===void 0||e===t?p:e>t?l`<i class="pv-more">+${e-t}</i>`:l`<i class="pv-less">−${t-e}</i>`}function _a(e,t,n){let{catalogue:s}=e,r=G(e,t.seat);return t.supply.map((o,a)=>{let i=y(s.types,a);return l`<li
      title=${`${i}: ${o} on the Jarlboard, ${r[a]??0} established; ${t.influence[a]??0} count for influence`}
    >
      ${_(V(a,t.seat),i)}<b>${o}</b>${Os(o,n?.supply[a])}
    </li>`})}function Aa({catalogue:e},t){let n=e.jarls[t.jarl];return n?l`<p class="pv-jarl">${n.text}</p>`:p}function Ea({view:e,catalogue:t},n){let s=t.jarls[n.jarl];if(!s)return p;let r=[...s.advocates>n.advocates.length?[P(s.advocates-n.advocates.length,"Advocate")]:[],...s.gods>n.gods.length?[P(s.gods-n.gods.length,"God")]:[]];return l`<ul class="pv-cards">
    ${Fe(e.players[n.seat]).map(o=>{let a=t.tiles[o.tile]?.follower??-1,i=o.counts_as<0?"":`, counts as ${y(t.types,o.counts_as)}`,c=o.established?`established${i}`:"without a Follower";return l`<li
        class=${`pv-face pv-kind-${t.tiles[o.tile]?.kind??""}${o.established?"":" pv-bare"}`}
        title=${`${C(t,o.tile)}
${c}`}
      >
        ${o.established?_(V(a,n.seat),c):p}
        ${y(t.tiles,o.tile)}${i?l` <span class="pv-word">${i.slice(2)}</span>`:p}
      </li>`})}
    ${r.length?l`<li class="pv-word">room for ${oe(r)}</li>`:p}
  </ul>`}function La({catalogue:e},t){let n=`${t.hand_size} of ${t.hand_limit} in hand`,s=t.hand.length?t.hand:t.known,r=Math.min(t.hand_size-s.length,8);return l`<ul class=${`pv-cards${s.length?"":" pv-backs"}`}>
    ${s.map(o=>ft(e,o))}
    ${Array.from({length:r},()=>l`<li class="pv-back"></li>`)}
    <li class="pv-word">${n}</li>
  </ul>`}function Na({view:e,catalogue:t},n){let s=mt(e.longships).filter(a=>a.seat===n),r=s.flatMap(({node:a,ships:i})=>a<0?[]:i).length,o=s.filter(a=>a.node<0);return l`<p class="pv-fleet">
    ${P(r,"Longship")} on the
    map${o.length?l`; on the Jarlboard
          ${o.map(a=>l`<span
                title=${P(a.ships.length,et(t,a))}
                data-ships=${a.ships.join(" ")}
                data-seat=${a.seat}
                data-kind=${a.kind}
                data-node=${a.node}
                data-exhausted=${a.exhausted}
                >${_(L(n,a.kind,a.ships.length,a.exhausted))}</span
              >`)}`:p}
  </p>`}function Va({view:e,catalogue:t},n){return e.looks.filter(s=>s.seat===n).map(s=>l`<div data-look=${`${s.seat} ${s.rival}`} data-tiles=${s.tiles.join(" ")}>
          <p class="pv-word">has seen the hand of seat ${s.rival}:</p>
          <ul class="pv-cards">
            ${s.tiles.map(r=>ft(t,r))}
          </ul>
        </div>`)}function Is({view:e,catalogue:t,seats:n},s){let r=t.tiles[s.tile],o=e.players.map((a,i)=>(s.first+i)%e.players.length);return l`<section
    class="pv-vote pv-frame"
    data-vote=${s.tile}
    data-first=${s.first}
    data-votes=${s.votes.join(" ")}
  >
    <h3>Althing on ${r?.name??"?"}</h3>
    <p>${r?.text??""}</p>
    <ol>
      ${o.map((a,i)=>{let c=s.votes[i];return l`<li title=${N(n,a)}>
          <span class=${`pv-seat seat-${a}`}>${a}</span>
          ${c===void 0?l`<span class="pv-word">to vote</span>`:l`<b>${c?"yes":"no"}</b>`}
        </li>`})}
    </ol>
  </section>`}function Ds(e,t){let{view:n,catalogue:s}=e,r=u=>As(s,n.longships,u),[o,a,i]=[r(t.give),r(t.want),r(t.named)],c=o||a||i;return l`<section
    class="pv-offer pv-frame"
    data-offer-seat=${t.seat}
    data-offer-partner=${t.partner}
    data-give=${Ke(t.give)}
    data-want=${Ke(t.want)}
    data-named=${Ke(t.named)}
    data-countered=${t.countered}
    data-complete=${t.complete}
    data-proposals=${t.proposals}
  >
    <h3>${t.countered?"Counter-offer":"Trade"}</h3>
    <p>
      <span class=${`pv-seat seat-${t.seat}`}>${t.seat}</span> and
      <span class=${`pv-seat seat-${t.partner}`}>${t.partner}</span> are
      trading${c?":":". What they say is for them alone."}
    </p>
    ${c?l`<ul>
            <li>Seat ${t.seat} gives <b>${o||"nothing"}</b>.</li>
            <li>Seat ${t.partner} gives <b>${a||"nothing"}</b>.</li>
            ${i?l`<li>Seat ${t.partner} now wants <b>${i}</b>.</li>`:p}
          </ul>`:p}
    <p class="pv-word">
      ${t.complete?"":"Not all is named yet. "}${P(t.proposals,"offer")} may
      follow.
    </p>
  </section>`}function Ke(e){if(!e)return"";let{silver:t,tiles:n,kinds:s,posts:r,longships:o,promises:a}=e;return[t,n,s,r,o,a].map(String).join(";")}function Hs({view:e,catalogue:t}){return e.promises.length?l`<section class="pv-promises">
    <h3>Promises</h3>
    <ul>
      ${e.promises.map(n=>{let s=Ps[n.result]??"";return l`<li
          class=${s?`pv-${s}`:""}
          data-promise=${[n.seat,n.to,n.kind,n.value,n.turns,n.result].join(" ")}
        >
          ${_s(t,n)}${s?l`: <b>${s}</b>`:p}.
        </li>`})}
    </ul>
    <p class="pv-word">Promises bind nobody.</p>
  </section>`:p}function Bs({view:e,seats:t}){if(!e.peace.length)return p;let n=e.peace.map(s=>N(t,s)).join(", ");return l`<p>Peace: nobody may challenge before the next turn of ${n}.</p>`}function Gs({view:e,catalogue:t}){let{tile:n=-1,post:s=-1,left:r=-1,discount:o=-1}=e.about??{},a=[...n>=0?[y(t.tiles,n)]:[],...s>=0?[y(t.posts,s)]:[],...r>=0?[`${P(r,"step")} left`]:[],...o>=0?[`${o} silver less`]:[]];return a.length?l`<p class="pv-about">Asked about: ${a.join(", ")}</p>`:p}var Ca={established:(e,t)=>Et(G(e,t)),winds:(e,t)=>Fs(e,We(e,t).map(n=>n.region)),trade_centers:(e,t)=>zs(e,t,"trade_center").length,key_trade_centers:(e,t)=>We(e,t).filter(n=>n.key).length,allies:(e,t)=>zs(e,t,"ally").length,duchies:({view:e},t)=>e.players[t]?.duchies.length??0,duchies_in_winds:(e,t)=>Fs(e,e.view.players[t]?.duchies??[]),advocates:({view:e},t)=>e.players[t]?.advocates.filter(n=>n.established).length??0,gods:({view:e},t)=>e.players[t]?.gods.filter(n=>n.established).length??0,silver:({view:e},t)=>e.players[t]?.silver??0,markers:({view:e},t)=>e.influence.filter(n=>n===t).length,longships:({view:e},t)=>e.longships.filter(n=>n.seat===t&&n.node>=0).length,fewest_of_a_type:(e,t)=>Math.min(...G(e,t)),most_of_a_type:(e,t)=>Math.max(...G(e,t))};function Us(e){let{view:t,catalogue:n}=e;return l`<section class="pv-victory">
    <h3>Victory Conditions</h3>
    ${t.face_up.length?l`<div class="pv-wide">
            <table>
              <thead>
                <tr>
                  <th scope="col">Card</th>
                  ${t.players.map(({seat:s})=>l`<th scope="col" title=${N(e.seats,s)}>
                        <span class=${`pv-seat seat-${s}`}>${s}</span>
                      </th>`)}
                </tr>
              </thead>
              <tbody>
                ${t.face_up.map(s=>{let r=n.cards[s];return r?ja(e,s,r):p})}
              </tbody>
            </table>
          </div>`:p}
    ${t.face_down?l`<p>${P(t.face_down,"card")} face down.</p>`:p}
  </section>`}function ja(e,t,n){let s=e.view.players.map(({seat:r})=>n.counts.map(o=>Ca[o]?.(e,r)??0));return l`<tr
    data-victory=${t}
    data-counts=${s.map(r=>r.join(",")).join(" ")}
  >
    <th scope="row" title=${n.text}>
      ${n.name} <span class="pv-word">${n.difficulty}: ${n.text}</span>
    </th>
    ${s.map(r=>{let o=r.every((a,i)=>a>=(n.least[i]??0));return l`<td class=${o?"pv-done":""}>
        ${r.map((a,i)=>l`<span>${a}/${n.least[i]??0}</span> `)}
      </td>`})}
  </tr>`}function We({view:e,catalogue:t},n){return t.posts.filter((s,r)=>e.owners[r]===n)}function zs(e,t,n){return We(e,t).filter(s=>s.kind===n)}function Fs({catalogue:e},t){return new Set(t.map(n=>e.regions[n]?.wind)).size}function qs(e){let{view:t}=e;return l`<div
    class="pv pv-table"
    data-turn=${t.turn}
    data-phase=${t.phase}
    data-active=${t.active}
    data-first=${t.first}
    data-markers=${t.markers}
    data-journeys=${t.journeys}
    data-pile=${t.pile}
    data-top=${t.top.join(" ")}
    data-track=${t.track.join(" ")}
    data-discard=${t.discard.join(" ")}
    data-removed=${t.removed.join(" ")}
    data-taken=${t.taken}
    data-influence=${t.influence.join(" ")}
    data-spent=${t.influence_spent.join(" ")}
    data-face-up=${t.face_up.join(" ")}
    data-face-down=${t.face_down}
    data-peace=${t.peace.join(" ")}
    data-event=${t.event}
  >
    ${t.althing?Is(e,t.althing):p}
    ${t.offer?Ds(e,t.offer):p} ${Gs(e)} ${Bs(e)}
    ${Oa(e)} ${Ia(e)} ${Us(e)} ${Da(e)} ${Hs(e)}
    ${Ha(e)}
  </div>`}function Oa({view:e,catalogue:t}){let n=t.tiles[e.event];return!n||e.althing?p:l`<section class="pv-event pv-frame">
    <h3>Event: ${n.name}</h3>
    <p>${n.text}</p>
  </section>`}function Ia({view:e,before:t,catalogue:n}){return l`<section>
    <h3>Saga track</h3>
    <ol class="pv-track">
      ${e.track.map((s,r)=>{let o=t!==null&&s>=0&&t.track[r]!==s;return l`<li
          class=${`${s<0?"pv-empty":`pv-kind-${n.tiles[s]?.kind??""}`}${o?" pv-fresh":""}`}
          data-space=${r}
          data-tile=${s}
          title=${C(n,s)}
        >
          ${_(B(r+1),`costs ${r+1}`,"pv-price")}
          ${s<0?l`<span class="pv-word">empty</span>`:Ns(n,s)}
        </li>`})}
    </ol>
    <p>
      ${P(e.pile,"tile")} in the saga
      pile${e.top.length?l`; on top of it, as seen:`:"."}
    </p>
    ${e.top.length?l`<ol class="pv-cards">
            ${e.top.map(s=>ft(n,s))}
          </ol>`:p}
  </section>`}function Da({view:e,catalogue:t}){return l`<section>
    <h3>Influence</h3>
    <div class="pv-wide">
      <table>
        <thead>
          <tr>
            <th scope="col">Marker</th>
            <th scope="col">held by</th>
            ${e.players.map(({seat:n})=>l`<th scope="col"><span class=${`pv-seat seat-${n}`}>${n}</span></th>`)}
          </tr>
        </thead>
        <tbody>
          ${t.types.map((n,s)=>{let r=e.influence[s]??-1,o=e.influence_spent[s]?"exhausted":"";return l`<tr data-marker=${s} data-holder=${r}>
              <th scope="row">${_(V(s,r),n.name)} ${n.name}</th>
              <td>
                ${r<0?"nobody":l`<span class=${`pv-seat seat-${r}`}>${r}</span>`}
                ${o?l`<span class="pv-word">${o}</span>`:p}
              </td>
              ${e.players.map(a=>l`<td class=${a.seat===r?"pv-done":""}>
                    ${a.influence[s]??0}
                  </td>`)}
            </tr>`})}
        </tbody>
      </table>
    </div>
  </section>`}function Ha({view:e,catalogue:t}){let n=mt(e.longships).filter(s=>s.seat<0);return l`<section class="pv-piles">
    ${n.length?l`<p>
            Ally Longships in stock:
            ${n.map(s=>l`<span
                  class="pv-stocked"
                  title=${et(t,s)}
                  data-ships=${s.ships.join(" ")}
                  data-seat=${s.seat}
                  data-kind=${s.kind}
                  data-node=${s.node}
                  data-exhausted=${s.exhausted}
                  >${_(L(-1,s.kind,1,!1))}
                  ${y(t.ship_kinds,s.kind)} ×${s.ships.length}</span
                >`)}
          </p>`:p}
    ${qe(t,"Discard pile",e.discard)}
    ${qe(t,"Out of the game",e.removed)}
  </section>`}var Ws={board:Ls,seat:js,table:qs,score:(e,t)=>String(Et(G(e,t))),title:({view:e,catalogue:t},n)=>[t.jarls[e.players[n]?.jarl??-1]?.name??"",e.turn&&e.first===n?"began":""].filter(Boolean).join(", "),weight:({view:e,before:t,acts:n})=>e.phase==="over"&&t?.phase!=="over"?3:e.event>=0&&t?.event!==e.event?2.5:n.every(o=>o.seat<0)?.4:n.map(o=>o.prompt).some(o=>/^(trade|challenge|althing)\./.test(o))?1.3:n.every(o=>ze(o).every(a=>a.pass))?.5:1,event:e=>{let{view:t,before:n,catalogue:s}=e;return n?t.phase==="over"&&n.phase!=="over"?"end":t.event>=0&&t.event!==n.event?s.tiles[t.event]?.name??"event":Ks(e.view)>Ks(n)?"duchy":Ba(t,n)?"Follower replaced":"":""}};function Ks(e){return Et(e.players.map(t=>t.duchies.length))}function Ba(e,t){return e.owners.some((n,s)=>{let r=t.owners[s]??-1;return n>=0&&r>=0&&n!==r})}var Qs={clansmen:Bn,northgard:ms,pax_viking:Ws};function Zs(e,t){if(t===-1)return"Chance";let n=e.seats[t]?.bot;return n?`Seat ${t} · ${n}`:`Seat ${t}`}function Xs(e,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${e.seats[t]?.bot??""}`}function st(e,t){return e.prompts[t]??t}function ie(e){return e.text?e.text.join(", ")||"nothing":null}function Qe(e){return e.split(", ").map(t=>{let[,n,s]=/^\S+ (-?\d+)(?: (.+))?$/.exec(t)??[];return s||(n?Ze(t):t.replace(/^\S+ (?=\S)/,""))})}function Lt(e){return Qe(e).join(" · ")}function Nt(e){let t=e/1e3;if(t<10)return`${t.toFixed(1)} ms`;if(t<1e3)return`${t.toFixed(0)} ms`;let n=t/1e3;return n<60?`${n.toFixed(1)} s`:`${Math.floor(n/60)} min ${Math.floor(n%60)} s`}function Ze(e){return e.slice(0,1).toUpperCase()+e.slice(1)}var Ga=60,Js=new WeakMap;function Ys(e){if(!z(e))return()=>"";let t=Js.get(e);if(t)return t;let n=new Map;for(let[r,o]of Object.entries(e))Array.isArray(o)&&n.set(r,o.map(qa));let s=(r,o)=>(n.get(r)??n.get(`${r}s`))?.[o]??"";return Js.set(e,s),s}function Vt(e,t,n){if(t===null)return"none";if(typeof t=="number")return`${t} ${n(e,t)}`.trimEnd();if(typeof t=="string")return t;if(typeof t=="boolean")return t?"yes":"no";if(Array.isArray(t)){let s=t.map(r=>Vt(e,r,n));return s.join(s.some(r=>r.includes(" "))?", ":" ")||"none"}return Object.entries(t).map(([s,r])=>`${le(s)} ${Vt(s,r,n)}`).join(", ")}function le(e){return Ze(e.replaceAll("_"," "))}function za(e){return[...new Set(e.flatMap(t=>Object.keys(t)))]}var tr={board:({view:e,catalogue:t})=>{let n=Ys(t);if(!z(e))return l`<p>${Vt("",e,n)}</p>`;let{players:s,...r}=e,o=Ct(s)?r:e;return l`<div class="fields">${Xe(o,n)}</div>`},seat:({view:e,catalogue:t},n)=>{let s=z(e)&&Ct(e.players)?e.players[n]:void 0;return s?l`<div class="fields">${Xe(s,Ys(t))}</div>`:l`${p}`},table:()=>l`${p}`,score:()=>"",title:()=>"",weight:({acts:e})=>e.length&&e.every(t=>t.seat===-1)?.4:1,event:()=>""};function Xe(e,t){let n=Object.entries(e),s=n.filter(([,o])=>!Ct(o)&&!z(o)),r=n.filter(([,o])=>Ct(o)||z(o));return l`<dl>
      ${s.map(([o,a])=>{let i=Vt(o,a,t);return l`<div class=${i.length>Ga?"long":""} data-field=${o}>
          <dt>${le(o)}</dt>
          <dd>${i}</dd>
        </div>`})}
    </dl>
    ${r.map(([o,a])=>Fa(o,a,t))}`}function Fa(e,t,n){return l`<section data-field=${e}>
    <h3>${le(e)}</h3>
    ${Ct(t)?Ua(t,n):z(t)?Xe(t,n):p}
  </section>`}function Ua(e,t){let n=za(e);return l`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${n.map(s=>l`<th scope="col">${le(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map((s,r)=>l`<tr>
              <th scope="row">${r}</th>
              ${n.map(o=>l`<td>
                    ${o in s?Vt(o,s[o]??null,t):""}
                  </td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function qa(e){return z(e)&&typeof e.name=="string"?e.name:""}function z(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Ct(e){return Array.isArray(e)&&e.length>0&&e.every(z)}function er({parts:e}){return Object.keys(e[0]??{}).filter(t=>e.some(n=>n[t]))}function nr({parts:e},t){let n=Object.entries(e[t]??{}).filter(([,s])=>s);return n.length?`: ${n.map(([s,r])=>`${s} ${r}`).join(", ")}`:""}function Ka(e){return e.charged_us===void 0||!e.limit_us?null:Math.max(0,Math.min(1,e.charged_us/e.limit_us))}function Wa(e){return e.think_us===void 0||e.charged_us===void 0?"":e.limit_us?`${Nt(e.charged_us)} of ${Nt(e.limit_us)}`:Nt(e.think_us)}function rr(e,t){let n=Ka(e);return l`<div class="clock">
    ${sr(n,e.fault?"bar over":"bar")}
    <span class="clock-words">${Wa(e)}</span>
    ${t>0&&e.bank_us!==void 0?l`${sr(e.bank_us/t,"bar bank")}
            <span class="clock-words">bank ${Nt(e.bank_us)}</span>`:p}
    ${e.refused?l`<span class="clock-words warn">${e.refused} refused</span>`:p}
  </div>`}function sr(e,t){return e===null?p:l`<svg class=${t} width="100%" height="6" aria-hidden="true">
    ${m`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(e*100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`}var Qa="ABCDEF";function rt(e){return e===-1?l`<span class="badge chance" title="Chance">◆</span>`:l`<span class="badge seat-${e}">${e}</span>`}function ar(e,t,n){let{seats:s}=e.replay.document;return l`<section class="seats" aria-label="Seats" tabindex="0">
    ${s.map((r,o)=>Za(e,t,o,n))}
  </section>`}function Za(e,t,n,s){let{replay:r,renderer:o,eye:a,step:i}=e,{document:c}=r,u=c.seats[n],d=r.lastAct(a,n,i),h=t.asked.find(w=>w.seat===n),f=d?.act.fault,$=d?.step===i,b=r.eyes.length>0;return l`<article
    class="seat seat-${n} ${h?"is-asked":""} ${$?"has-acted":""}"
    data-seat=${n}
    data-fault=${f??p}
    data-asked=${h?.prompt??p}
    aria-label="Seat ${n}"
  >
    <header>
      ${rt(n)}
      <div class="who">
        <h2>
          <span class="bot">${u?.bot}</span>
          <span class="quiet version">${u?.version}</span>
        </h2>
        ${b?or("clan",()=>o.title(t,n)):p}
        ${Xa(c,n)}
      </div>
      ${b?or("score",()=>o.score(t,n)):p}
    </header>
    ${Ja(e,n)} ${d?rr(d.act,s):p}
    ${f?l`<p class="fault">
            <strong>${f}</strong>: the referee answered${$?"":` at step ${d.step}`}
            ${d.act.evidence?l`<span class="evidence">${d.act.evidence}</span>`:p}
          </p>`:p}
    ${h?l`<p class="asked">asked: ${st(c,h.prompt)}</p>`:p}
    ${Ya(e,n)}
    ${b?it(`seat ${n}`,()=>o.seat(t,n)):p}
  </article>`}function or(e,t){return it(e,()=>{let n=t();return n?l`<span class=${e}>${n}</span>`:p})}function Xa({teams:e},t){let n=e[t];return n===void 0?p:l`<span class="quiet">team ${Qa[n]??n}</span>`}function Ja(e,t){let{outcome:n}=e.replay.document;if(!n||e.step!==e.last)return p;let s=n.forfeits.find(r=>r.seat===t);return l`<p class="result" data-rank=${n.ranks[t]??p}>
    <strong>rank ${n.ranks[t]}</strong>, score
    ${n.scores[t]}${nr(n,t)}
    ${s?l`<strong class="fault">forfeited: ${s.fault}</strong>`:p}
    ${n.substituted.includes(t)?l`<strong class="fault">a substitute played on</strong>`:p}
    ${n.stood_in.includes(t)?l`<strong class="fault">lost by its stand-ins</strong>`:p}
  </p>`}function Ya(e,t){let{replay:n,eye:s,step:r}=e,o=n.lastAct(s,t,r,a=>!!a.annotation);return o?l`<blockquote
    class="remark ${o.step===r?"":"old"}"
    data-remark=${o.step}
  >
    <p>${o.act.annotation}</p>
    ${o.step===r?p:l`<footer>step ${o.step}</footer>`}
  </blockquote>`:p}function ir(e){let t=e.querySelector(".seats"),n=t?.querySelector(".has-acted");if(!t||!n||t.scrollHeight<=t.clientHeight)return;let s=t.getBoundingClientRect(),r=n.getBoundingClientRect();r.top<s.top?t.scrollTop+=r.top-s.top:r.bottom>s.bottom&&(t.scrollTop+=r.bottom-s.bottom)}function cr(e,t){let{document:n}=e.replay,{match:s}=n;return l`<header class="heading">
    <div class="title">
      <h1>${s.title}</h1>
      <p class="quiet id">${s.id}</p>
      ${n.live?l`<p class="live">
              live, ${n.live.delay_s?`${n.live.delay_s} s later`:"at once"}
            </p>`:p}
      <details class="facts">
        <summary>Match</summary>
        ${ei(n)}
      </details>
    </div>
    ${n.note?l`<p class="note" role="note">${n.note}</p>`:p}
    ${t?l`<p class="note" role="status" data-problem>${t}</p>`:p}
    ${ti(e)}
  </header>`}function ti(e){let{outcome:t,seats:n}=e.replay.document;if(!t||e.step!==e.last)return p;let s=n.map((o,a)=>({who:o,seat:a,rank:t.ranks[a]??0})).sort((o,a)=>o.rank-a.rank),r=er(t);return l`<div class="outcome" data-reason=${t.reason}>
    <h2>Result <span class="quiet">(${t.reason})</span></h2>
    <table>
      <thead>
        <tr>
          <th></th>
          <th></th>
          <th scope="col">score</th>
          ${r.map(o=>l`<th scope="col">${o}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${s.map(({who:o,seat:a,rank:i})=>l`<tr class=${i===1?"first":""} data-seat=${a}>
              <td>${i}.</td>
              <th scope="row">${rt(a)} <span class="bot">${o.bot}</span></th>
              <td><strong>${t.scores[a]}</strong></td>
              ${r.map(c=>l`<td data-part=${c}>${t.parts[a]?.[c]}</td>`)}
            </tr>`)}
      </tbody>
    </table>
    ${t.decided.length?l`<ul class="decided">
            ${t.decided.map(o=>l`<li>${o}</li>`)}
          </ul>`:p}
  </div>`}function ei({match:e,seats:t}){let n=[["Game",`${e.game} ${e.version}, lawspeaker ${e.engine}`],["Clock",e.clock],["Started",lr(e.started_ms)],["Ended",e.ended_ms===null?"":lr(e.ended_ms)],["Seed",e.seed??""],["Seed's commitment",e.commitment],["Signed by",e.signed_by],...t.map((s,r)=>[`Seat ${r}`,[`${s.bot} ${s.version}`,s.sdk,s.identity&&`token ${s.identity}`].filter(o=>o).join(", ")]),...Object.entries(e.options)];return l`<dl>
    ${n.filter(([,s])=>s).map(([s,r])=>l`<div>
            <dt>${s}</dt>
            <dd>${r}</dd>
          </div>`)}
  </dl>`}function lr(e){return new Date(e).toISOString().replace("T"," ").replace(/\..*/," UTC")}var pr=[{keys:[" "],shown:"Space",does:"play or pause",act:e=>e.toggle()},{keys:["ArrowRight"],shown:"→",does:"one step forward",act:e=>e.by(1)},{keys:["ArrowLeft"],shown:"←",does:"one step back",act:e=>e.by(-1)},{keys:["PageDown"],shown:"Page down",does:"next chapter",act:e=>e.byChapter(1)},{keys:["PageUp"],shown:"Page up",does:"beginning of the chapter, or the one before",act:e=>e.byChapter(-1)},{keys:["Home"],shown:"Home",does:"beginning",act:e=>e.go(0)},{keys:["End"],shown:"End",does:"end",act:e=>e.go(e.last)},{keys:["+","="],shown:"+",does:"faster",act:e=>e.faster(1)},{keys:["-"],shown:"−",does:"slower",act:e=>e.faster(-1)},{keys:["0","1","2","3","4","5"],shown:"0 to 5",does:"what this seat sees",act:(e,t)=>e.look(Number(t))},{keys:["a"],shown:"a",does:"all hands",act:e=>e.look(-2)},{keys:["s"],shown:"s",does:"what spectators see",act:e=>e.look(-1)}];function ur(e,t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(n?.closest("select, textarea, input:not([type=range])")||t.key===" "&&n?.closest("button, summary, a"))return!1;let s=pr.find(r=>r.keys.includes(t.key));return s?(t.preventDefault(),s.act(e,t.key),!0):!1}function dr(e){return l`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${pr.map(t=>l`<div>
            <dt><kbd>${t.shown}</kbd></dt>
            <dd>${t.does}</dd>
          </div>`)}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${e}>Close</button>
  </dialog>`}var ot={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},ce=e=>(...t)=>({_$litDirective$:e,values:t}),$t=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,n,s){this._$Ct=t,this._$AM=n,this._$Ci=s}_$AS(t,n){return this.update(t,n)}update(t,n){return this.render(...n)}};var ni={},pe=ce(class extends $t{constructor(){super(...arguments),this.ot=ni}render(e,t){return t()}update(e,[t,n]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((s,r)=>s===this.ot[r]))return S}else if(this.ot===t)return S;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,n)}});var mr=60,si=60;function ri(e,t){let n=e.length?e:[{step:0,label:""}];return n.flatMap(({step:s,label:r},o)=>{let a=Math.min(n[o+1]?.step??1/0,t),i=[];for(let c=s+1;c<=a;c+=mr)i.push({from:c,to:Math.min(c+mr-1,a),label:Lt(r)});return i})}function oi(e,t){let n=0;return e.toReversed().map(({from:s,to:r})=>{let o=n===0||n+r-s<si;return n+=r-s+1,t.get(s)??o}).toReversed()}function hr(e,t,n){let{replay:s,step:r}=e,o=ri(s.document.chapters,r),a=oi(o,t);return l`<section class="log" aria-label="Log" tabindex="0">
    ${o.length?p:l`<p class="quiet">The match begins.</p>`}
    ${o.map((i,c)=>{let u=a[c]??!1;return l`<details ?open=${u}>
        <summary @click=${h=>{h.preventDefault(),t.set(i.from,!u),n()}}>
          <span>${i.label||"Steps"}</span>
          <span class="quiet"
            >${i.from===i.to?i.to:`${i.from}–${i.to}`}</span
          >
        </summary>
        <ol>
          ${u?ai(e,i):p}
        </ol>
      </details>`})}
  </section>`}function*ai({replay:e,eye:t,step:n},s){for(let r=s.from;r<=s.to;r++)yield l`<li data-step=${r} aria-current=${r===n?"step":p}>
      ${pe([e,t,r],()=>ii(e.document,r,e.acts(t,r),e.document.steps[r-1]))}
    </li>`}function ii(e,t,n,s){return l`<a href="#step=${t}" tabindex="-1"
      >${n.map(r=>l`<span class="act" title=${`Step ${t}: ${st(e,r.prompt)}`}
            >${rt(r.seat)}
            ${li(r)}${r.seat===-1?l` <span class="quiet">${r.prompt}</span>`:p}${r.fault?l` <strong class="fault" data-fault=${r.fault}>${r.fault}</strong
                    >${r.evidence?l` <span class="fault">${r.evidence}</span>`:p}`:p}</span
          >`)}</a
    >${s?.changes?.length?l`<ul>
            ${s.changes.map(r=>l`<li>${r}</li>`)}
          </ul>`:p}`}function li(e){return ie(e)??l`<span class="quiet" data-hidden>hidden</span>`}function fr(e){let t=e.querySelector(".log");t&&(t.scrollTop=t.scrollHeight)}var ue=class{#s;#t;#n=null;#e=0;#o=[];#r=[];#a=[];#i=1;#l=null;constructor(t,n){this.#s=t,this.#t=n}of(t,n){if(t!==this.#n||n!==this.#e){let s=this.#n!==null&&n===this.#e&&t.last>=this.#n.last;this.#n=t,this.#e=n,this.#o=t.faults(n).map(r=>({step:r,fault:!0,word:`step ${r}: ${ci(t,n,r)}`})),s||(this.#r=[],this.#i=1),this.#a=[...this.#r,...this.#o],this.#c()}return this.#a}#c(){this.#l!==null&&clearTimeout(this.#l),this.#l=setTimeout(()=>{this.#l=null;let t=this.#n;if(!t||t.eyes.length===0||this.#i>t.last)return;let n=performance.now()+8;for(;this.#i<=t.last&&performance.now()<n;){let s=this.#i++,r=this.#s.event(t.scene(this.#e,s));r&&this.#r.push({step:s,word:`step ${s}: ${r}`,fault:!1})}this.#i<=t.last?this.#c():this.#a.length<this.#r.length+this.#o.length&&(this.#a=[...this.#r,...this.#o],this.#t())})}};function ci(e,t,n){return e.acts(t,n).filter(s=>s.fault).map(s=>`seat ${s.seat}, ${s.fault??""}`).join("; ")}var pi=700,de=class{#s;#t;#n;#e=0;#o;#r=1;#a=null;constructor(t,n,s){this.#n=t,this.#s=n,this.#t=s,this.#o=t.eyes[0]??-1,this.live&&(this.#e=t.last)}get replay(){return this.#n}get renderer(){return this.#s}get step(){return this.#e}get last(){return this.#n.last}get eye(){return this.#o}get speed(){return this.#r}get playing(){return this.#a!==null}get live(){return!!this.#n.document.live}get place(){return{step:this.#e,eye:this.#o,speed:this.#r}}replace(t){let n=this.live&&this.#e===this.last;this.#n=t,t.eyes.includes(this.#o)||(this.#o=t.eyes[0]??-1),this.#e=n?t.last:Math.min(this.#e,t.last),this.#t()}go(t){this.#l(),this.#e=this.#c(t),this.#t()}by(t){this.go(this.#e+t)}byChapter(t){let{chapters:n}=this.#n.document,s=n.map(o=>o.step),r=t>0?s.find(o=>o>this.#e):s.findLast(o=>o<this.#e);this.go(r??(t>0?this.last:0))}look(t){!this.#n.eyes.includes(t)||t===this.#o||(this.#o=t,this.#t())}hurry(t){!X.includes(t)||t===this.#r||(this.#r=t,this.playing&&this.#i(),this.#t())}faster(t){this.hurry(X[X.indexOf(this.#r)+t]??this.#r)}visit({step:t,eye:n,speed:s}){n!==void 0&&this.look(n),s!==void 0&&this.hurry(s),t!==void 0&&this.#c(t)!==this.#e&&this.go(t)}toggle(){this.playing?this.#l():(this.#e===this.last&&(this.#e=0),this.#i()),this.#t()}#i(){this.#l();let t=this.#n.scene(this.#o,this.#e),n=pi*this.#s.weight(t)/this.#r;this.#a=setTimeout(()=>{this.#l(),this.#e=this.#c(this.#e+1),this.#e<this.last&&this.#i(),this.#t()},n)}#l(){this.#a!==null&&clearTimeout(this.#a),this.#a=null}#c(t){return Math.max(0,Math.min(t,this.last))}};function gr(e){let{replay:t,step:n,eye:s}=e,r=e.playing&&e.speed>1;return l`<div class="taken" aria-live=${r?"off":"polite"} aria-atomic="true">
    ${n===0?l`<p class="quiet">Before the first step.</p>`:ui(e,t.acts(s,n))}
  </div>`}function ui(e,t){let{document:n}=e.replay,s=t[0]?.prompt;return s===void 0||t.length===1||t.some(r=>r.prompt!==s)?t.map(r=>$r(n,r,di(n,r))):l`<p class="question">${st(n,s)}</p>
    <div class="at-once">${t.map(r=>$r(n,r,""))}</div>`}function di(e,t){return t.seat===-1?t.stream??t.prompt:st(e,t.prompt)}function $r(e,t,n){let s=ie(t);return l`<p data-act=${t.seat}>
    ${rt(t.seat)} <strong>${Zs(e,t.seat)}</strong>
    <span class="question">${n}</span>
    <span class="arrow" aria-hidden="true">→</span>
    ${s===null?l`<span class="answer quiet" data-hidden>hidden</span>`:l`<span class="answer">${s}</span>`}
    ${t.fault?l`<strong class="fault" data-fault=${t.fault}
            >${t.fault}: the referee answered</strong
          >`:p}
    ${t.stand_in?l`<strong class="fault" data-stand-in>a stand-in: ${t.stand_in}</strong>`:p}
  </p>`}var{I:Wp}=un;var yr=e=>e.strings===void 0;var mi={},br=(e,t=mi)=>e._$AH=t;var me=ce(class extends $t{constructor(e){if(super(e),e.type!==ot.PROPERTY&&e.type!==ot.ATTRIBUTE&&e.type!==ot.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!yr(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===S||t===p)return t;let n=e.element,s=e.name;if(e.type===ot.PROPERTY){if(t===n[s])return S}else if(e.type===ot.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(s))return S}else if(e.type===ot.ATTRIBUTE&&n.getAttribute(s)===t+"")return S;return br(e),t}});var hi={first:"M4 3v10M13 3 6.5 8l6.5 5z",last:"M12 3v10M3 3l6.5 5L3 13z",back:"M10.5 3 5.5 8l5 5",forward:"M5.5 3l5 5-5 5",chapterBack:"M8 3 3 8l5 5M13 3 8 8l5 5",chapterForward:"M3 3l5 5-5 5M8 3l5 5-5 5",play:"M4.5 2.5 13 8l-8.5 5.500z",pause:"M5 3v10M11 3v10",link:"M6.5 9.500l3-3M7 5l1.5-1.500a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.500a2.8 2.8 0 0 1-4-4L5 7"};function H(e){return l`<svg class="icon icon-${e}" viewBox="0 0 16 16" aria-hidden="true">
    ${m`<path d=${hi[e]} />`}
  </svg>`}var fi=6.6,vr=10;function xr(e,t){return t>0?e/t*100:0}function $i(e,t){let n=[],s=e.map(({step:r,label:o})=>{let a=Qe(o),i=Math.max(a.findIndex((c,u)=>c!==n[u]),0);return n=a,{step:r,level:i,length:0,label:a[i]??"",title:Lt(o)}});return s.map((r,o)=>{let a=s.slice(o+1).find(i=>i.level<=r.level);return{...r,length:(a?.step??t)-r.step}})}function gi(e,t,n){let s=[];return e.filter(r=>r.level<2).sort((r,o)=>r.level-o.level||o.length-r.length).filter(r=>{let o=xr(r.step,t)/100*n,a=o+r.label.length*fi+vr;return a>n+vr||s.some(i=>o<i.to&&a>i.from)?!1:(s.push({from:o,to:a}),!0)}).sort((r,o)=>r.step-o.step)}function wr(e,t,n,s,r){let{replay:o,step:a,last:i}=e,{chapters:c}=o.document,u=c[o.chapter(a)]?.label,d=u?Lt(u):"";return l`<footer class="timeline" aria-label="Timeline">
    <div class="track">
      ${pe([o,t,n],()=>bi(e,$i(c,i),t,n))}
      <input
        type="range"
        min="0"
        max=${i}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${a} of ${i}${d&&`, ${d}`}`}
        .value=${me(String(a))}
        @input=${h=>{h.target instanceof HTMLInputElement&&e.go(Number(h.target.value))}}
      />
    </div>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${F(H("first"),"First step",()=>e.go(0),a===0)}
        ${F(H("chapterBack"),"Previous chapter",()=>e.byChapter(-1),a===0)}
        ${F(H("back"),"One step back",()=>e.by(-1),a===0)}
        ${F(H(e.playing?"pause":"play"),e.playing?"Pause":"Play",()=>e.toggle(),i===0,"play")}
        ${F(H("forward"),"One step forward",()=>e.by(1),a===i)}
        ${F(H("chapterForward"),"Next chapter",()=>e.byChapter(1),a===i)}
        ${F(H("last"),"Last step",()=>e.go(i),a===i)}
      </div>
      <p class="where">
        <strong>${a}</strong> of ${i}${d?l` <span>${d}</span>`:p}
      </p>
      ${e.live&&a<i?l`<button type="button" class="to-live" @click=${()=>e.go(i)}>
              Go to live
            </button>`:p}
      <div class="choices">
        <label
          ><span class="hideable">Speed</span>
          <select
            aria-label="Speed"
            .value=${me(String(e.speed))}
            @change=${h=>{h.target instanceof HTMLSelectElement&&e.hurry(Number(h.target.value))}}
          >
            ${X.map(h=>l`<option value=${h} ?selected=${h===e.speed}>${h}×</option>`)}
          </select></label
        >
        ${yi(e)} ${s?F(H("link"),"Copy link",s,!1):p}
        <button
          type="button"
          class="ask-keys"
          aria-label="Keys"
          title="Keys"
          aria-keyshortcuts="?"
          @click=${r}
        >
          ?
        </button>
      </div>
    </div>
  </footer>`}function yi(e){let{eyes:t,document:n}=e.replay;return t.length===0?p:l`<label
    ><span class="hideable">Seen by</span>
    <select
      class="eyes"
      aria-label="Seen by"
      .value=${me(String(e.eye))}
      @change=${s=>{s.target instanceof HTMLSelectElement&&e.look(Number(s.target.value))}}
    >
      ${t.map(s=>l`<option value=${s} ?selected=${s===e.eye}>
            ${Xs(n,s)}
          </option>`)}
    </select></label
  >`}function bi(e,t,n,s){let{last:r}=e,o=a=>`${xr(a,r).toFixed(3)}%`;return l`<svg class="chapters" width="100%" height="40" aria-hidden="true">
    ${t.map(a=>m`<line class=${a.level?"tick":"tick major"} x1=${o(a.step)} x2=${o(a.step)}
          y1=${Math.min(a.level*7,14)} y2="20"><title>${a.title}</title></line>`)}
    ${gi(t,r,s).map(a=>m`<text class=${a.level?"":"major"} x=${o(a.step)} dx="3" y="9">${a.label}</text>`)}
    ${n.map(a=>{let i=()=>e.go(a.step),c=m`<title>${a.word}</title>`;return a.fault?m`<rect class="mark fault" x=${o(a.step)} y="29" width="3" height="10" transform="translate(-1.5 0)" @click=${i}>${c}</rect>`:m`<circle class="mark" cx=${o(a.step)} cy="34" r="3" @click=${i}>${c}</circle>`})}
  </svg>`}function F(e,t,n,s,r=""){return l`<button
    type="button"
    class=${r}
    aria-label=${t}
    title=${t}
    aria-disabled=${s?"true":p}
    @click=${n}
  >
    ${e}
  </button>`}var he=class{#s;#t;#n;#e;#o=new Map;#r="";#a=600;#i=0;#l=-1;#c={replay:null,largest:0};constructor(t,n){this.#s=t;let s=Qs[n.document.match.game]??tr,r=()=>this.#p();this.#t=new de(n,s,r),this.#n=new ue(s,r),this.#e=new Gt(o=>this.#t.visit(o)),this.#t.visit(this.#e.place),this.#d(),addEventListener("keydown",o=>this.#y(o)),new ResizeObserver(([o])=>{let a=Math.round(o?.contentRect.width??0);a&&a!==this.#a&&(this.#a=a,this.#p())}).observe(this.#f(".track"))}update(t,n){n!==this.#r&&(this.#r=n,this.#p()),t!==this.#t.replay&&this.#t.replace(t)}#p(){this.#i||(this.#i=requestAnimationFrame(()=>this.#d()))}#d(){this.#i=0;let t=this.#t;wt(this.#$(),this.#s),t.step!==this.#l&&(fr(this.#s),ir(this.#s)),this.#l=t.step,this.#e.write(this.#m())}#m(){let{live:t,step:n,last:s,place:r}=this.#t;return t&&n===s?{eye:r.eye,speed:r.speed}:r}#$(){let t=this.#t,{replay:n,renderer:s,step:r,eye:o}=t,a=n.scene(o,r),i=n.eyes.length>0,c="clipboard"in navigator?()=>{this.#b()}:null;return l`${cr(t,this.#r)}
      <main
        data-step=${r}
        data-steps=${t.last}
        data-eye=${o}
        data-game=${n.document.match.game}
        ?data-playing=${t.playing}
      >
        <div class="middle">
          <section class="board" aria-label="Board">
            ${gr(t)} ${i?it("board",()=>s.board(a)):p}
          </section>
          ${i?l`<section class="table" aria-label="Table">
                  ${it("table",()=>s.table(a))}
                </section>`:p}
        </div>
        ${ar(t,a,this.#g(n))}
        ${hr(t,this.#o,()=>this.#p())}
      </main>
      ${wr(t,this.#n.of(n,o),this.#a,c,()=>this.#h())}
      ${dr(()=>this.#u().close())}`}#g(t){if(this.#c.replay!==t){let n=t.document.steps.flatMap(s=>s.acts.map(r=>r.bank_us??0));this.#c={replay:t,largest:n.reduce((s,r)=>Math.max(s,r),0)}}return this.#c.largest}#y(t){this.#u().open||(t.key==="?"&&!t.ctrlKey&&!t.metaKey&&!t.altKey?this.#h():ur(this.#t,t))}#h(){this.#u().showModal()}#u(){return this.#f("dialog")}async#b(){this.#e.writeNow(this.#m());try{await navigator.clipboard.writeText(location.href),this.#r=""}catch{this.#r="The browser does not let this page copy the address."}this.#p()}#f(t){let n=this.#s.querySelector(t);if(!n)throw new Error(`the page has no ${t}`);return n}};var gt=class e{document;#s=new Map;#t;constructor(t){this.document=t,this.#t=t.seats.map(()=>[]),this.#n(0)}get last(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,n){let s=this.document.eyes.find(o=>o.eye===t);if(!s)return null;let r=this.#s.get(t);r||this.#s.set(t,r=[]);for(let o=r.length;o<=n;o++){let a=s.views[o]??null,i=r[o-1]??null;r.push(a===null?i:o===0?a:zt(i,a))}return r[n]??null}acts(t,n){let s=this.document.steps[n-1]?.acts??[],r=this.document.eyes.find(o=>o.eye===t)?.acts;return r?s.map((o,a)=>{let i=r[`${n-1}.${a}`];return i?{...o,...i}:o}):s}asked(t){let n=this.document.steps[t];return n?n.acts.filter(s=>s.seat>=0).map(s=>({seat:s.seat,prompt:s.prompt})):this.document.asked}scene(t,n){let{catalogue:s,seats:r,teams:o}=this.document;return{view:this.view(t,n),before:n>0?this.view(t,n-1):null,catalogue:s,seats:r,teams:o,acts:this.acts(t,n),asked:this.asked(n),eye:t}}lastAct(t,n,s,r=()=>!0){let o=this.#t[n]??[];for(let a=kr(o,s);a>=0;a--){let i=o[a]??0,c=this.acts(t,i).find(u=>u.seat===n&&r(u));if(c)return{step:i,act:c}}return null}faults(t){let n=[];for(let s=1;s<=this.last;s++)this.acts(t,s).some(r=>r.fault)&&n.push(s);return n}chapter(t){return kr(this.document.chapters.map(n=>n.step),t)}with(t){if(t.from!==this.last)return null;let n=this.document,s=new e({...n,match:t.match??n.match,prompts:{...n.prompts,...t.prompts},steps:[...n.steps,...t.steps],chapters:[...n.chapters,...t.chapters],asked:t.asked,eyes:n.eyes.map(r=>{let o=t.eyes.find(i=>i.eye===r.eye);if(!o)return r;let a=o.views.slice(o.views.length-t.steps.length);return{eye:r.eye,views:[...r.views,...a],acts:{...r.acts,...o.acts}}}),outcome:t.outcome??n.outcome,note:t.note??n.note});for(let[r,o]of this.#s)s.#s.set(r,o);return s}#n(t){for(let n=t;n<this.last;n++)for(let s of this.document.steps[n]?.acts??[])this.#t[s.seat]?.push(n+1)}};function kr(e,t){let n=0,s=e.length;for(;n<s;){let r=n+s>>1;(e[r]??0)<=t?n=r+1:s=r}return n-1}var vi=1e3,xi=15e3,wi=2e4;async function Rr(){let e=document.getElementById("match");return e?.textContent?Mr(await ki(e.textContent)):null}async function ki(e){try{let t=Uint8Array.from(atob(e),s=>s.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return JSON.parse(await new Response(n).text())}catch(t){throw new Error("the match in this page is damaged",{cause:t})}}var fe=class{#s=`${location.pathname.replace(/\/$/,"")}/frames`;async document(){return Mr(await this.#t(this.#s))}async news(t){return await this.#t(`${this.#s}?from=${t}`)}async#t(t){let n=await fetch(t,{cache:"no-cache",signal:AbortSignal.timeout(wi)}).catch(s=>{throw new Error("the server does not answer",{cause:s})});if(n.status===304)return null;if(n.status===404)throw new Error("the server does not know this match");if(!n.ok)throw new Error(`the server answers ${n.status} ${n.statusText}`);return n.json()}};async function Tr(e,t,n,s=vi){let r=t,o=s;for(;r.document.live;){await Ti(o);try{let a=await e.news(r.last);a&&(r=await Ri(e,r,a)),o=s,n(r,"")}catch(a){o=Math.min(o*2,xi);let i=Math.ceil(o/1e3);n(r,`No news: ${Je(a)}. The page asks again in ${i} s.`)}}}async function Ri(e,t,n){return(n.live&&!n.reload?t.with(n):null)??new gt(await e.document())}function Je(e){return e instanceof Error?e.message:String(e)}function Mr(e){if(e?.format!==1)throw new Error("this match is in a format that this page does not know");return e}function Ti(e){return new Promise(t=>setTimeout(t,e))}async function Mi(e){let t=n=>wt(n,e);t(l`<p class="status" role="status">Loading the match.</p>`);try{let n=await Rr(),s=n?null:new fe,r=n??await s?.document();if(!r)throw new Error("there is no match in this page");let o=new gt(r);document.title=`${r.match.title}: ${r.match.id}`,wt(l``,e);let a=new he(e,o);s&&await Tr(s,o,(i,c)=>a.update(i,c))}catch(n){t(l`<p class="status fault" role="alert">
        The match cannot be shown: ${Je(n)}. Reload the page to try again.
      </p>`)}}var Pr=document.getElementById("viewer");Pr&&Mi(Pr);})();
