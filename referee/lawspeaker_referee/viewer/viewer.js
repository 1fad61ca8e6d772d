"use strict";(()=>{var me=globalThis,We=e=>e,Nt=me.trustedTypes,Qe=Nt?Nt.createPolicy("lit-html",{createHTML:e=>e}):void 0,he="$lit$",L=`lit$${Math.random().toFixed(9).slice(2)}$`,fe="?"+L,yr=`<${fe}>`,U=document,ft=()=>U.createComment(""),$t=e=>e===null||typeof e!="object"&&typeof e!="function",$e=Array.isArray,en=e=>$e(e)||typeof e?.[Symbol.iterator]=="function",de=`[ 	
\f\r]`,ht=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Ze=/-->/g,Xe=/>/g,z=RegExp(`>|${de}(?:([^\\s"'>=/]+)(${de}*=${de}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Ye=/'/g,Je=/"/g,nn=/^(?:script|style|textarea|title)$/i,ge=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),l=ge(1),m=ge(2),fi=ge(3),M=Symbol.for("lit-noChange"),p=Symbol.for("lit-nothing"),tn=new WeakMap,F=U.createTreeWalker(U,129);function sn(e,t){if(!$e(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return Qe!==void 0?Qe.createHTML(t):t}var rn=(e,t)=>{let n=e.length-1,s=[],r,o=t===2?"<svg>":t===3?"<math>":"",a=ht;for(let i=0;i<n;i++){let c=e[i],u,d,h=-1,f=0;for(;f<c.length&&(a.lastIndex=f,d=a.exec(c),d!==null);)f=a.lastIndex,a===ht?d[1]==="!--"?a=Ze:d[1]!==void 0?a=Xe:d[2]!==void 0?(nn.test(d[2])&&(r=RegExp("</"+d[2],"g")),a=z):d[3]!==void 0&&(a=z):a===z?d[0]===">"?(a=r??ht,h=-1):d[1]===void 0?h=-2:(h=a.lastIndex-d[2].length,u=d[1],a=d[3]===void 0?z:d[3]==='"'?Je:Ye):a===Je||a===Ye?a=z:a===Ze||a===Xe?a=ht:(a=z,r=void 0);let $=a===z&&e[i+1].startsWith("/>")?" ":"";o+=a===ht?c+yr:h>=0?(s.push(u),c.slice(0,h)+he+c.slice(h)+L+$):c+L+(h===-2?i:$)}return[sn(e,o+(e[n]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),s]},gt=class e{constructor({strings:t,_$litType$:n},s){let r;this.parts=[];let o=0,a=0,i=t.length-1,c=this.parts,[u,d]=rn(t,n);if(this.el=e.createElement(u,s),F.currentNode=this.el.content,n===2||n===3){let h=this.el.content.firstChild;h.replaceWith(...h.childNodes)}for(;(r=F.nextNode())!==null&&c.length<i;){if(r.nodeType===1){if(r.hasAttributes())for(let h of r.getAttributeNames())if(h.endsWith(he)){let f=d[a++],$=r.getAttribute(h).split(L),v=/([.?@])?(.*)/.exec(f);c.push({type:1,index:o,name:v[2],strings:$,ctor:v[1]==="."?Lt:v[1]==="?"?Ct:v[1]==="@"?Ot:K}),r.removeAttribute(h)}else h.startsWith(L)&&(c.push({type:6,index:o}),r.removeAttribute(h));if(nn.test(r.tagName)){let h=r.textContent.split(L),f=h.length-1;if(f>0){r.textContent=Nt?Nt.emptyScript:"";for(let $=0;$<f;$++)r.append(h[$],ft()),F.nextNode(),c.push({type:2,index:++o});r.append(h[f],ft())}}}else if(r.nodeType===8)if(r.data===fe)c.push({type:2,index:o});else{let h=-1;for(;(h=r.data.indexOf(L,h+1))!==-1;)c.push({type:7,index:o}),h+=L.length-1}o++}}static createElement(t,n){let s=U.createElement("template");return s.innerHTML=t,s}};function q(e,t,n=e,s){if(t===M)return t;let r=s!==void 0?n._$Co?.[s]:n._$Cl,o=$t(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(e),r._$AT(e,n,s)),s!==void 0?(n._$Co??=[])[s]=r:n._$Cl=r),r!==void 0&&(t=q(e,r._$AS(e,t.values),r,s)),t}var Vt=class{constructor(t,n){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:n},parts:s}=this._$AD,r=(t?.creationScope??U).importNode(n,!0);F.currentNode=r;let o=F.nextNode(),a=0,i=0,c=s[0];for(;c!==void 0;){if(a===c.index){let u;c.type===2?u=new nt(o,o.nextSibling,this,t):c.type===1?u=new c.ctor(o,c.name,c.strings,this,t):c.type===6&&(u=new jt(o,this,t)),this._$AV.push(u),c=s[++i]}a!==c?.index&&(o=F.nextNode(),a++)}return F.currentNode=U,r}p(t){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(t,s,n),n+=s.strings.length-2):s._$AI(t[n])),n++}},nt=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,n,s,r){this.type=2,this._$AH=p,this._$AN=void 0,this._$AA=t,this._$AB=n,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,n=this._$AM;return n!==void 0&&t?.nodeType===11&&(t=n.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,n=this){t=q(this,t,n),$t(t)?t===p||t==null||t===""?(this._$AH!==p&&this._$AR(),this._$AH=p):t!==this._$AH&&t!==M&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):en(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==p&&$t(this._$AH)?this._$AA.nextSibling.data=t:this.T(U.createTextNode(t)),this._$AH=t}$(t){let{values:n,_$litType$:s}=t,r=typeof s=="number"?this._$AC(t):(s.el===void 0&&(s.el=gt.createElement(sn(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(n);else{let o=new Vt(r,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(t){let n=tn.get(t.strings);return n===void 0&&tn.set(t.strings,n=new gt(t)),n}k(t){$e(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,r=0;for(let o of t)r===n.length?n.push(s=new e(this.O(ft()),this.O(ft()),this,this.options)):s=n[r],s._$AI(o),r++;r<n.length&&(this._$AR(s&&s._$AB.nextSibling,r),n.length=r)}_$AR(t=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);t!==this._$AB;){let s=We(t).nextSibling;We(t).remove(),t=s}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},K=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,n,s,r,o){this.type=1,this._$AH=p,this._$AN=void 0,this.element=t,this.name=n,this._$AM=r,this.options=o,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=p}_$AI(t,n=this,s,r){let o=this.strings,a=!1;if(o===void 0)t=q(this,t,n,0),a=!$t(t)||t!==this._$AH&&t!==M,a&&(this._$AH=t);else{let i=t,c,u;for(t=o[0],c=0;c<o.length-1;c++)u=q(this,i[s+c],n,c),u===M&&(u=this._$AH[c]),a||=!$t(u)||u!==this._$AH[c],u===p?t=p:t!==p&&(t+=(u??"")+o[c+1]),this._$AH[c]=u}a&&!r&&this.j(t)}j(t){t===p?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},Lt=class extends K{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===p?void 0:t}},Ct=class extends K{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==p)}},Ot=class extends K{constructor(t,n,s,r,o){super(t,n,s,r,o),this.type=5}_$AI(t,n=this){if((t=q(this,t,n,0)??p)===M)return;let s=this._$AH,r=t===p&&s!==p||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,o=t!==p&&(s===p||r);r&&this.element.removeEventListener(this.name,this,s),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},jt=class{constructor(t,n,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){q(this,t)}},on={M:he,P:L,A:fe,C:1,L:rn,R:Vt,D:en,V:q,I:nt,H:K,N:Ct,U:Ot,B:Lt,F:jt},br=me.litHtmlPolyfillSupport;br?.(gt,nt),(me.litHtmlVersions??=[]).push("3.3.3");var yt=(e,t,n)=>{let s=n?.renderBefore??t,r=s._$litPart$;if(r===void 0){let o=n?.renderBefore??null;s._$litPart$=r=new nt(t.insertBefore(ft(),o),o,void 0,n??{})}return r._$AI(e),r};var W=[1,2,4,8];function an(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=ye(t.get("step")),s=ye(t.get("eye")),r=ye(t.get("speed"));return{...n!==null&&n>=0&&{step:n},...s!==null&&{eye:s},...r!==null&&W.includes(r)&&{speed:r}}}function vr({step:e,eye:t,speed:n}){return`#${[e===void 0?"":`step=${e}`,t===void 0?"":`eye=${t}`,n===void 0||n===1?"":`speed=${n}`].filter(r=>r).join("&")}`}var It=class{#s;#e=location.hash;#n=null;constructor(t,n=300){this.#s=n,addEventListener("hashchange",s=>{this.#t(),this.#e=new URL(s.newURL).hash,t(an(this.#e))})}get place(){return an(this.#e)}write(t){this.#t(),this.#n=setTimeout(()=>this.writeNow(t),this.#s)}writeNow(t){this.#t();let n=vr(t);location.hash!==this.#e||n===this.#e||(history.replaceState(null,"",n),this.#e=n)}#t(){this.#n!==null&&clearTimeout(this.#n),this.#n=null}};function ye(e){return e!==null&&/^-?\d{1,9}$/.test(e)?Number(e):null}function st(e,t){try{return t()}catch(n){return console.error(n),l`<p class="fault" data-failed>The ${e} cannot be drawn: ${String(n)}</p>`}}function Dt(e,t){if(!ln(t))return t;if(Array.isArray(e)){let s=[...e];for(let[r,o]of Object.entries(t))s[Number(r)]=Dt(s[Number(r)]??null,o);return s}if(!ln(e))return t;let n={...e};for(let[s,r]of Object.entries(t))n[s]=Dt(e[s]??null,r);return n}function ln(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var xr={lowlands:m`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,hills:m`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,forest:m`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,swamp:m`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,mountain:m`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,lake:m`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`};function be(e){return xr[e]??p}var cn=[m`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,m`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,m`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,m`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`];function bt(e,t,n){return m`<g class=${`cl-person seat-${t}${n?" cl-weak":""}`}>
    ${cn[e]??cn[0]}</g>`}function Ht(e,t,n){return l`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${bt(e,t,n)}
  </svg>`}var wr=[m`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,m`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,m`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,m`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`];function pn(e){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${wr[e]??p}
  </svg>`}function un(){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    <path class="cl-respect" d="M2.5 12.500v-7l3 3L8 3.500l2.500 5 3-3v7z" />
  </svg>`}var kr={fence:m`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,stone_fence:m`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,wooden_house:m`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,stone_house:m`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`};function ve(e){return kr[e]??p}var Rr=[[],[[10,10]],[[5.5,5.5],[14.5,14.5]],[[5.5,5.5],[10,10],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[5.5,14.5],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[10,10],[5.5,14.5],[14.5,14.5]],[[5.5,5],[14.5,5],[5.5,10],[14.5,10],[5.5,15],[14.5,15]]];function xe(e,t=""){return m`<g class=${`cl-die ${t}${e?"":" cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(Rr[e]??[]).map(([n,s])=>m`<circle cx=${n} cy=${s} r="1.900" />`)}
  </g>`}function vt(e,t=""){return l`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${e?`a ${e}`:"not rolled"}</title>
    ${xe(e,t)}
  </svg>`}var Q=20*Math.sqrt(3)/2,Bt=14,we=[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]],dn=7;function fn(e,t){return{x:Gt(1.5*20*e),y:Gt(2*Q*(t+e/2))}}function ke(e){let t=Math.PI/3*e;return{x:Gt(20*Math.cos(t)),y:Gt(20*Math.sin(t))}}var rt=`M${we.map((e,t)=>Pr(ke(t))).join("L")}Z`,mn=new WeakMap;function $n(e){let t=mn.get(e);return t||(t=Tr(e),mn.set(e,t)),t}function Tr(e){let t=e.q.map((i,c)=>fn(i,e.r[c]??0)),n=t.map(i=>i.x),s=t.map(i=>i.y),r=Math.floor(Math.min(...n)-20-Bt),o=Math.floor(Math.min(...s)-Q-Bt),a=[];for(let i=0;i<e.settlements.length;i+=dn){let c=e.settlements.slice(i,i+dn);a.push({tiles:c,centre:t[c[0]??0]??{x:0,y:0},outline:Mr(e,c)})}return{centres:t,settlements:a,left:r,top:o,width:Math.ceil(Math.max(...n)+20+Bt-r),height:Math.ceil(Math.max(...s)+Q+Bt-o)}}function Mr(e,t){let n=new Set(t.map(o=>`${e.q[o]??0},${e.r[o]??0}`)),s=new Map;for(let o of t){let[a,i]=[e.q[o]??0,e.r[o]??0],{x:c,y:u}=fn(a,i);we.forEach(([d,h],f)=>{if(n.has(`${a+d},${i+h}`))return;let[$,v]=[ke(f),ke((f+1)%we.length)];s.set(hn({x:c+$.x,y:u+$.y}),hn({x:c+v.x,y:u+v.y}))})}let r=[];for(;s.size;){let o=[],[a]=s.keys();for(;a!==void 0;){let i=s.get(a);if(i===void 0)break;o.push(a),s.delete(a),a=i}r.push(`M${o.join("L")}Z`)}return r.join("")}function hn({x:e,y:t}){return`${(Math.round(e*10)/10+0).toFixed(1)},${(Math.round(t*10)/10+0).toFixed(1)}`}function Pr({x:e,y:t}){return`${e},${t}`}function Gt(e){return Math.round(e*100)/100}function g(e,t){return e[t]?.name??"?"}function y(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function Z(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function R(e,t){let n=e[t]?.bot;return t<=-1?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function Re(e,t){let n=t.flatMap((s,r)=>s?[`${s} ${g(e.resources,r).toLowerCase()}`]:[]);return Z(n)||"nothing"}var _r=12;function yn(e){let t=new Map,n=[];for(let s of e.acts)if(!(s.seat<0))for(let r of zt(s)){let o=s.prompt==="reorganize.to"?gn(e.before):-1;for(let a of Sr(r))o>=0&&n.push({from:o,to:a,seat:s.seat}),t.set(a,s.seat);if(r.kind&&o>=0&&t.set(o,s.seat),r.raider||r.yield){let a=gn(e.before);a>=0&&t.set(a,s.seat)}}return{rings:t,arrows:n,link:Ar(e),...Er(e)}}function zt(e){return e.chosen??[]}function Sr(e){if(e.settle){let{laborer:n,farmer:s,other_farmer:r}=e.settle;return[n,s,r]}let t=e.tile??e.heal??e.reorganize??e.idle_hands??e.pray_for_health??e.turn_die??e.reroll_die;return t?[t.tile]:[]}function gn(e){return e?.about?.tile??-1}function Ar({view:e,before:t,acts:n,catalogue:s}){let r=n.flatMap(zt).some(d=>d.accept),o=r?t?.offer:e.offer;if(!o)return null;let a=Re(s,o.give),i=Re(s,o.want),c=r?"accepted":o.refused?"refused":"asked";if(o.countered)return{from:o.partner,to:o.seat,text:`${i} for ${a}`,state:c};let u=o.want.some(d=>d)?`wants ${i}`:"bargains";return{from:o.seat,to:o.partner,text:o.complete?`${a} for ${i}`:u,state:c}}function Er({view:e,before:t}){let n=new Set,s=new Map,r=new Set;return t&&(e.map?.terrain.forEach((o,a)=>{o&&t.map?.terrain[a]===0&&n.add(a)}),n.size>_r&&n.clear(),e.players.forEach((o,a)=>{let i=t.players[a]?.people??[],c=new Map(o.people.map(d=>[d.tile,d])),u=new Map(i.map(d=>[d.tile,d]));for(let d of o.people)d.weakened&&u.get(d.tile)?.weakened===!1&&r.add(d.tile);if(!(o.people.length>=i.length))for(let d of i)c.has(d.tile)||s.set(d.tile,{kind:d.kind,seat:a})})),{revealed:n,lost:s,weakened:r}}function bn({view:e,catalogue:t}){return t.boards.find(n=>n.players===e.players.length)}function vn(e){let t=new Map,n=(s,r)=>{let o=t.get(s);return o||(o={seat:r,kind:-1,weakened:!1,structures:[],cards:[]},t.set(s,o)),o};for(let s of e){for(let r of s.people)Object.assign(n(r.tile,s.seat),{seat:s.seat,kind:r.kind,weakened:r.weakened});for(let r of s.structures)n(r.tile,s.seat).structures.push(r.building);for(let r of s.attached)n(r.tile,s.seat).cards.push(r.card)}return t}function xn(e){return e.players.reduce((t,n)=>t+n.respect,0)}var Nr=[m`<path d="M10 18V9M10 10Q4 10 4 4q6 0 6 6M10 12q0-5 6-5 0 5-6 5" />`,m`<circle cx="10" cy="10" r="3.800" /><path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />`,m`<path d="M4 17 12 8M5.500 15.200Q3 6 16.500 3.500 17.500 15 5.500 15.200" />`,m`<path d="M10 1.500v17M2.600 5.800l14.800 8.500M2.600 14.300l14.800-8.500M7.800 3.200 10 5.200l2.200-2M7.800 16.800 10 14.800l2.200 2" />`],Ft=200;function wn(e){let{view:t,catalogue:n}=e,s=n.events[t.event];return l`<div class="cl-status">
    ${Vr(e)} ${Lr(e)}
    ${s?l`<p title=${s.text}>Event: <b>${s.name}</b></p>`:p}
  </div>`}function Vr({view:e,catalogue:t}){let n=e.year>0&&e.phase!=="over";return l`<div class="cl-calendar">
    <ol class="cl-seasons" aria-label="Seasons">
      ${t.seasons.map((s,r)=>{let o=n&&r===e.season;return l`<li class=${o?"cl-now":""} aria-current=${o?"step":"false"}>
          <svg class="cl-icon" viewBox="0 0 20 20" role="img">
            <title>${s.name}</title>
            ${Nr[r]??p}
          </svg>
        </li>`})}
      ${e.year?l`<li class="cl-phase">${e.phase}</li>`:p}
    </ol>
    <p>
      ${e.year?l`<b>${g(t.seasons,e.season)}</b>, year ${e.year} of ${e.years}`:l`<b>Setup</b>`}
    </p>
  </div>`}function Lr({view:e}){let t=xn(e),n=Math.max(e.gate,t,1),s=0,r=e.players.map(o=>{let a=Math.max(o.respect,0)/n*Ft,i=s;return s+=a,m`<rect class=${`cl-part seat-${o.seat}`} x=${i} y="2" width=${Math.max(a-1,0)}
      height="10"><title>Seat ${o.seat}: ${o.respect}</title></rect>`});return l`<div class="cl-gate">
    <p>Respect <b>${t}</b> of <b>${e.gate}</b></p>
    <svg viewBox=${`-1 0 ${Ft+2} 14`} preserveAspectRatio="none" role="img">
      <title>All together have ${t} Respect; the clan needs ${e.gate}</title>
      <rect class="cl-trough" x="0" y="2" width=${Ft} height="10" />
      ${r}
      <rect class="cl-gate-mark" x=${e.gate/n*Ft-1} y="0" width="2" height="14" />
    </svg>
  </div>`}function kn(e){let t=e.raiders.length-e.defeated.length;return l`<div class="cl-raiders">
    <p>
      <b>Raid</b>:
      ${y(t,"Raider")}${e.defeated.length?` left of ${e.raiders.length}`:""}
      ${e.opened?p:l`<span class="cl-seal">Sealed</span>`}
    </p>
    <p>
      ${e.raiders.map((n,s)=>l`<span
            class=${e.defeated.includes(s)?"cl-beaten":""}
            title=${`Raider ${s}${e.defeated.includes(s)?", defeated":""}`}
            >${vt(n,"cl-raider-die")}</span
          >`)}
    </p>
  </div>`}var Tn={seat:-1,kind:-1,weakened:!1,structures:[],cards:[]};function Mn(e){let t=bn(e);if(!t)return l`<p>This version of the viewer does not know the board.</p>`;let n=$n(t),s=yn(e),r=vn(e.view.players),o=e.view.map?.terrain??[],a=Or(e,n),i=new Map(e.view.players.filter(d=>d.home>=0).map(d=>[d.home,d.seat])),c=new Map;n.settlements.forEach((d,h)=>d.tiles.forEach(f=>c.set(f,i.get(h)??-1)));let u=d=>c.get(d)??-1;return l`<div class="cl cl-board">
    <div class="cl-stage">
      ${wn(e)}
      <svg
        class="cl-map"
        viewBox=${`${n.left} ${n.top} ${n.width} ${n.height}`}
        role="group"
      >
        <title>The map of ${n.centres.length} hexes</title>
        <g>
          ${n.centres.map((d,h)=>jr(e,h,d,a(h)?o[h]??0:-1,o[h]??0,r.get(h)??Tn,u(h)))}
        </g>
        <g>${n.settlements.map((d,h)=>Hr(n,h,i.get(h)))}</g>
        ${e.view.raid?m`<g>${e.view.raid.dice.map(d=>Dr(n,d))}</g>`:p}
        ${Gr(e,n,s)}
        <g>${[...i].map(([d,h])=>Br(e,n,d,h))}</g>
        ${s.link?zr(e,n,s.link):p}
      </svg>
      ${e.view.raid?kn(e.view.raid):p}
    </div>
    ${Fr(e,t.raiders)} ${Ur(e.catalogue)}
  </div>`}function Or({view:e,eye:t},{settlements:n}){let s=e.map?.terrain??[];if(t!==-2||e.year||e.players.some(i=>i.people.length))return i=>(s[i]??0)>0;let r=new Set(s.keys()),o=new Set;for(let{tiles:i}of n){for(let c of i)r.delete(c);if(i.some(c=>(s[c]??0)>1))for(let c of i)o.add(c)}let a=[...r].some(i=>(s[i]??0)>1);return i=>a||o.has(i)}function jr(e,t,{x:n,y:s},r,o,a,i){let{catalogue:c}=e,u=r>0?c.terrains[r-1]:void 0,d=i>=0||a.kind>=0,h=e.eye===-2&&u&&i<0&&a===Tn,f=u?be(u.id):p;return m`<g class=${`cl-hex ${u?`cl-${u.id}`:"cl-fog"}${h?" cl-faint":""}`} transform=${`translate(${n} ${s})`}
    data-tile=${t} data-terrain=${o} data-person=${a.kind<0?"":a.kind}
    data-weakened=${a.weakened} data-person-seat=${a.kind<0?"":a.seat}
    data-structures=${a.structures.join(" ")} data-cards=${a.cards.join(" ")}
    role=${u?"img":"presentation"}>
    <title>${Ir(e,t,r,a)}</title>
    <path class="cl-land" d=${rt} />
    <g class=${a.kind<0?"cl-glyph":"cl-glyph cl-small"}>${f}</g>
    ${d||u?m`<text class="cl-number" y=${-Q+8.4}>${t}</text>`:p}
    ${a.structures.map($=>ve(c.buildings[$]?.id??""))}
    ${a.cards.length?Pn(a.cards.length):p}
    ${a.kind<0?p:m`<g transform="translate(0 .8)">${bt(a.kind,a.seat,a.weakened)}</g>`}
    ${a.kind>=0&&a.seat!==i?_n(a.seat,7,6.5,"cl-badge"):p}
  </g>`}function Ir({catalogue:e,seats:t},n,s,r){let o=[`Tile ${n}: ${s>0?g(e.terrains,s-1):"unrevealed"}`];if(r.kind>=0){let a=r.weakened?"weakened ":"";o.push(`${a}${g(e.kinds,r.kind)} of ${R(t,r.seat)}`)}return o.push(...r.structures.map(a=>g(e.buildings,a))),o.push(...r.cards.map(a=>`card ${g(e.cards,a)}`)),o.join(", ")}function Pn(e){return m`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${e>1?m`<text y="2.200">${e}</text>`:m`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`}
  </g>`}function Dr(e,{tile:t,pips:n,fate:s,seat:r}){let{x:o,y:a}=e.centres[t]??{x:0,y:0};return m`<g class=${`cl-tile-die seat-${r} cl-fate-${s}`} data-die=${t}
    transform=${`translate(${o+6} ${a-13}) scale(.52)`}>${xe(n)}</g>`}function _n(e,t,n,s){return m`<g class=${`${s} seat-${e}`} transform=${`translate(${t} ${n})`}>
    <circle r="7" /><text y="3.400">${e}</text></g>`}function Hr(e,t,n){let s=e.settlements[t]?.outline;return m`<g class=${`cl-settlement${n===void 0?"":` seat-${n}`}`} data-home=${t}
    data-owner=${n??""}>
    <path class="cl-casing" d=${s} />
    <path class="cl-border" d=${s} />
  </g>`}function Br({seats:e},t,n,s){let{x:r,y:o}=t.settlements[n]?.centre??{x:0,y:0};return m`<g><title>The settlement of ${R(e,s)}</title>
    ${_n(s,r+20+1,o-2*Q-2,"cl-tab")}</g>`}function Gr(e,t,n){let s=r=>t.centres[r]??{x:0,y:0};return m`<g class="cl-marks">
    ${[...n.revealed].map(r=>Rn(s(r),"cl-new","revealed",r))}
    ${[...n.weakened].map(r=>Rn(s(r),"cl-hurt","weakened",r))}
    ${[...n.lost].map(([r,{kind:o,seat:a}])=>m`<g class="cl-lost" data-lost=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <title>${g(e.catalogue.kinds,o)} of ${R(e.seats,a)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`)}
    ${[...n.rings].map(([r,o])=>m`<g class=${`cl-ring seat-${o}`} data-ring=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <path class="cl-halo" d=${rt} /><path d=${rt} /></g>`)}
    ${n.arrows.map(({from:r,to:o})=>m`<g class="cl-arrow" data-from=${r} data-to=${o}>
        ${Sn(s(r),s(o),9)}</g>`)}
  </g>`}function Rn({x:e,y:t},n,s,r){return m`<path class=${n} data-mark=${`${s} ${r}`} transform=${`translate(${e} ${t})`} d=${rt} />`}function Sn(e,t,n){let[s,r]=[t.x-e.x,t.y-e.y],o=Math.hypot(s,r)||1,a={x:(e.x+t.x)/2-r/6,y:(e.y+t.y)/2+s/6},[i,c]=[t.x-a.x,t.y-a.y],u=Math.hypot(i,c)||1,[d,h]=[i/u,c/u],f={x:t.x-d*n,y:t.y-h*n},$={x:e.x+s/o*n,y:e.y+r/o*n},v=G=>`${S(f.x-d*6-h*4*G)} ${S(f.y-h*6+d*4*G)}`,w=`M${S($.x)} ${S($.y)}Q${S(a.x)} ${S(a.y)} ${S(f.x)} ${S(f.y)}`,V=`M${v(1)}L${S(f.x)} ${S(f.y)}L${v(-1)}`;return m`<path class="cl-halo" d=${w+V} /><path d=${w+V} />`}function zr({view:e},t,{from:n,to:s,text:r,state:o}){let a=$=>t.settlements[e.players[$]?.home??-1]?.centre,[i,c]=[a(n),a(s)];if(!i||!c)return p;let u=o==="accepted"?`${r}: agreed`:o==="refused"?`${r}: no`:r,d=u.length*6.7+10,h=d/2+4,f={x:Math.min(Math.max((i.x+c.x)/2-(c.y-i.y)/12,t.left+h),t.left+t.width-h),y:(i.y+c.y)/2+(c.x-i.x)/12};return m`<g class=${`cl-marks cl-link cl-${o}`} data-link=${`${n} ${s}`}>
    ${Sn(i,c,2.8*Q)}
    <g transform=${`translate(${S(f.x)} ${S(f.y)})`}>
      <rect x=${-d/2} y="-9" width=${d} height="18" rx="9" />
      <text y="3.600">${u}</text>
    </g>
  </g>`}function S(e){return e.toFixed(1)}function Fr({view:e},t){let n=t.length-1,s=y(t[e.counter]??0,"Raider");return l`<div class="cl-track">
    <span class="cl-track-name">Raiders</span>
    <ol
      aria-label=${`The Raiders' track: the counter is on space ${e.counter} of ${n}, ${s}`}
    >
      ${t.map((r,o)=>l`<li
            class=${`${o===e.counter?"cl-now":""}${o===n?" cl-top":""}`}
            title=${`Space ${o}${o===n?", the top, where a raid begins":""}: ${y(r,"Raider")}`}
            data-space=${o}
          >
            ${r}
          </li>`)}
    </ol>
  </div>`}function Ur(e){return l`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.kinds.map((t,n)=>wt(bt(n,-1,!1),t.name))}
      ${wt(bt(0,-1,!0),"Weakened")}
      ${e.buildings.filter(t=>t.site!=="settlement").map(t=>wt(m`<g transform=${t.site==="home"?"translate(20 -1) scale(1.6)":"translate(0 -14.4) scale(1.2)"}>${ve(t.id)}</g>`,t.name))}
      ${wt(m`<g transform="translate(-23 12) scale(2)">${Pn(1)}</g>`,"Tales card on a tile")}
      ${e.terrains.map(t=>wt(m`<g class=${`cl-hex cl-${t.id}`} transform="scale(.6)"><path class="cl-land" d=${rt} />
            <g class="cl-glyph">${be(t.id)}</g></g>`,`${t.name}: food ${t.food.join(" ")}${t.wood?`, ${t.wood} wood`:""}${t.stone?`, ${t.stone} stone`:""}`))}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`}function wt(e,t){return l`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${e}</svg>${t}
  </li>`}var qr=["food","wood","stone","goods"];function An(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
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
      ${qr.map((i,c)=>l`<li title=${g(r.resources,c)}>
            ${pn(c)}<b>${o[i]}</b>${Me(o[i],a?.[i])}
          </li>`)}
      <li title="Respect">
        ${un()}<b>${o.respect}</b>${Me(o.respect,a?.respect)}
      </li>
    </ul>
    <ul class="cl-facts">
      ${Te("Actions",o.actions,a?.actions)}
      ${Te("Specials",o.specials,a?.specials)}
      ${Te("Blessings",o.blessings,a?.blessings)}
    </ul>
    ${Kr(e,o)} ${Wr(e,o)} ${Qr(e,o)} ${Zr(o)}
    ${Xr(e,o)}
  </div>`}function Me(e,t){return t===void 0||e===t?p:e>t?l`<i class="cl-more">+${e-t}</i>`:l`<i class="cl-less">−${t-e}</i>`}function Te(e,t,n){return l`<li class=${t?"":"cl-none"}>
    ${e} <b>${t}</b>${Me(t,n)}
  </li>`}function Kr({catalogue:e},t){let n=e.kinds.flatMap((s,r)=>[!1,!0].map(o=>({kind:r,weakened:o,name:`${o?"weakened ":""}${s.name}`,number:t.people.filter(a=>a.kind===r&&a.weakened===o).length})));return l`<ul class="cl-people">
    ${n.filter(s=>s.number).map(s=>l`<li title=${y(s.number,s.name,`${s.name}s`)}>
            ${Ht(s.kind,t.seat,s.weakened)}<b>${s.number}</b>
          </li>`)}
    ${t.called.length?l`<li class="cl-called">
            Kin in Summer: ${t.called.map(s=>g(e.kinds,s)).join(", ")}
          </li>`:p}
  </ul>`}function Wr({catalogue:e},t){return t.hand_size?t.hand.length?l`<ul class="cl-cards">
    ${t.hand.map(n=>l`<li class="cl-face" title=${e.cards[n]?.text??""}>
          ${g(e.cards,n)}
        </li>`)}
  </ul>`:l`<ul class="cl-cards cl-backs" title=${y(t.hand_size,"Tales card")}>
      ${Array.from({length:Math.min(t.hand_size,8)},()=>l`<li class="cl-back"></li>`)}
      <li class="cl-word">${y(t.hand_size,"card")}</li>
    </ul>`:p}function Qr({catalogue:e},t){let n=t.built.flatMap((s,r)=>{let o=e.buildings[r];return s&&o?[{number:s,info:o}]:[]});return n.length?l`<ul class="cl-buildings">
    ${n.map(({number:s,info:r})=>l`<li title=${r.text}>${r.name}${s>1?` ×${s}`:""}</li>`)}
  </ul>`:p}function Zr(e){let t=[...e.passed?["has passed"]:[],...e.ignores_event?["ignores the event"]:[],...e.tempo?[`${y(e.tempo,"action")} more this turn`]:[],...e.idle.length?[`idle hands on ${e.idle.map(n=>`tile ${n}`).join(", ")}`]:[]];return t.length?l`<p class="cl-states">${t.join(", ")}</p>`:p}function Xr({catalogue:e},t){return l`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${e.regular_actions.map(({name:n},s)=>l`<li class=${t.used[s]?"cl-used":""}>
            ${n} <b>${t.used[s]??0} of ${t.allowed[s]??0}</b>
          </li>`)}
      ${e.special_actions.map(({name:n},s)=>t.taken[s]?l`<li class="cl-used">${n} <b>this year</b></li>`:p)}
    </ul>
  </details>`}var En=[{sign:"",text:""},{sign:"✓",text:"beats its Raider"},{sign:"=",text:"does not beat its Raider, unhurt"},{sign:"✗",text:"does not beat its Raider, weakened"}];function Nn(e,t){let n=t.dice.filter(s=>s.raider<0);return l`<section
    class="cl-raid"
    data-raiders=${t.raiders.join(" ")}
    data-opened=${t.opened}
    data-dice=${t.dice.map(Yr).join(" ")}
    data-defeated=${t.defeated.join(" ")}
    data-committed=${t.committed.join(" ")}
  >
    <h3>
      Raid:
      ${y(t.raiders.length,"Raider")}${t.defeated.length?l`, ${t.defeated.length} defeated`:p}
    </h3>
    ${t.opened?p:Jr(e)}
    <ol class="cl-fights">
      ${t.raiders.map((s,r)=>to(e,t,r,s))}
    </ol>
    ${t.opened&&!t.dice.length?l`<p>Nobody defends.</p>`:n.length?l`<div class="cl-waiting">
              <span>Not placed yet:</span> ${n.map(s=>Vn(e,t,s))}
            </div>`:p}
    ${eo(t)}
  </section>`}function Yr({seat:e,tile:t,raider:n,pips:s,fate:r}){return[e,t,n,s,r].join(":")}function Jr({asked:e}){let t=e.filter(n=>n.prompt==="raid.commit").map(n=>n.seat);return l`<p>
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${t.length?l`; ${y(t.length,"seat")} asked`:p}.
  </p>`}function to(e,t,n,s){let r=t.defeated.includes(n),o=t.dice.filter(a=>a.raider===n);return l`<li class=${r?"cl-beaten":""}>
    <span class="cl-raider" title=${`Raider ${n}${r?", defeated":""}`}>
      <span class="cl-word">${n}</span>${vt(s,"cl-raider-die")}
    </span>
    ${o.map(a=>Vn(e,t,a))}
  </li>`}function Vn({seats:e},t,n){let s=En[n.fate]??En[0],r=t.valor.includes(n.tile),o=[n.warrior?"a Warrior, 1 more than the die shows":"",r?"set by a card":"",s.text].filter(Boolean);return l`<span
    class=${`cl-defender seat-${n.seat} cl-fate-${n.fate}`}
    title=${[`Tile ${n.tile} of ${R(e,n.seat)}`,...o].join(", ")}
  >
    <span class="cl-seat-number">${n.seat}</span>${vt(n.pips)}${n.warrior?l`<span class="cl-plus">+1</span>`:p}<span class="cl-word">#${n.tile}</span
    >${s.sign?l`<b class="cl-sign">${s.sign}</b>`:p}
  </span>`}function eo(e){let t=(s,r)=>s.flatMap((o,a)=>o?[`seat ${a}: ${o} ${r}`]:[]),n=[...t(e.own_rerolls,"own"),...t(e.raider_rerolls,"of a Raider")];return n.length?l`<p>Rerolls left: ${Z(n)}.</p>`:p}function Ln(e){let{view:t}=e;return l`<div
    class="cl cl-table"
    data-year=${t.year}
    data-season=${t.season}
    data-phase=${t.phase}
    data-gate=${t.gate}
    data-event=${t.event}
    data-counter=${t.counter}
    data-tales=${t.tales_left}
  >
    ${t.raid?Nn(e,t.raid):p}
    ${t.offer?oo(e,t.offer):p} ${no(e)} ${so(e)}
    ${ro(e)} ${ao(e)}
  </div>`}function no({view:e,catalogue:t}){let n=t.events[e.event],s=e.past_events.map(o=>g(t.events,o)),r=t.events[e.next_event];return l`<section class="cl-event">
    <h3>Event</h3>
    ${n?l`<p class="cl-card-line"><b>${n.name}</b> ${n.text}</p>`:l`<p class="cl-quiet">None yet.</p>`}
    ${r?l`<p class="cl-card-line cl-foreseen"><b>Foreseen: ${r.name}</b> ${r.text}</p>`:p}
    ${s.length?l`<details>
            <summary>${y(s.length,"event")} so far</summary>
            <ol>
              ${s.map(o=>l`<li>${o}</li>`)}
            </ol>
          </details>`:p}
  </section>`}function so({view:e,catalogue:t}){return e.batch.length?l`<section>
    <h3>Migrants to choose from</h3>
    <p class="cl-people">
      ${e.batch.map(n=>l`<span title=${g(t.kinds,n)}>${Ht(n,-1,!1)}</span>`)}
    </p>
  </section>`:p}function ro({view:e,said:t}){return e.promises.length?l`<section>
    <h3>Promises</h3>
    <ul>
      ${e.promises.map((n,s)=>l`<li data-promise=${`${n.seat} ${n.kind} ${n.first} ${n.second}`}>
            ${t.promises?.[s]}
          </li>`)}
    </ul>
  </section>`:p}function oo({said:e},t){let{seat:n,partner:s}=t;return l`<section
    class=${`cl-offer${t.refused?" cl-refused":""}`}
    data-offer-seat=${n}
    data-offer-partner=${s}
    data-give=${t.give.join(" ")}
    data-want=${t.want.join(" ")}
    data-refused=${t.refused}
  >
    <h3>Bargain</h3>
    <p>${e.offer}</p>
  </section>`}function ao({view:e,catalogue:t}){let n=new Map;for(let s of e.discard)n.set(s,(n.get(s)??0)+1);return l`<section class="cl-deck">
    <h3>Tales cards</h3>
    <p>${e.tales_left} in the deck, ${e.discard.length} discarded.</p>
    ${n.size?l`<details>
            <summary>Discarded cards</summary>
            <ul>
              ${[...n].sort(([s],[r])=>s-r).map(([s,r])=>l`<li title=${t.cards[s]?.text??""}>
                      ${g(t.cards,s)}${r>1?` ×${r}`:""}
                    </li>`)}
            </ul>
          </details>`:p}
  </section>`}var io={board:Mn,seat:An,table:Ln,score:({view:e},t)=>{let n=e.players[t];return n?`${n.respect} / ${Math.round(e.gate/e.players.length)}`:""},title:({view:e},t)=>e.start===t&&e.year?"starts":"",weight:({view:e,before:t,acts:n})=>{let s=n.map(o=>o.prompt);return s.includes("event.draw")?2:s.some(o=>o.startsWith("raid."))?s.includes("raid.commit")||t?.raid&&!e.raid?3:s.some(o=>o==="raid.die"||o==="raid.raider")?1:1.5:n.every(o=>o.seat<0)?.4:s.some(o=>o.startsWith("trade."))?1.3:n.every(o=>zt(o).every(a=>a.pass))?.4:1},event:({view:e,before:t})=>t?e.phase==="over"&&t.phase!=="over"?"end":e.raid&&!t.raid?"raid":e.year!==t.year?`year ${e.year}`:e.season!==t.season&&e.season===3?"winter":"":""},Cn=io;var zn=[[1,0],[1,1],[0,1],[0,0]],On=.24,jn=.36,lo=.06,Pe=.3,In=[.22,.14],Dn=.12,co=.17;function Ee(e,t){let n=Hn.get(e);return n||Hn.set(e,n=[]),n[t]??=uo(e,t)}var Hn=new WeakMap;function po(e,t){let n=e.areas[t];if(!n)return 0;let{food:s,wood:r,lore:o,small:a,carved:i,large:c,lairs:u}=n;return s+r+o+a+i+c+u}function Bn([e,t],n){let s=!1;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0];o>t!=c>t&&e<(i-r)*(t-o)/(c-o)+r&&(s=!s)}),s}function uo(e,t){let n=([i,c])=>t===0?[i,c]:t===1?[1-c,i]:t===2?[1-i,1-c]:[c,1-i],s=new Ae(e),r=s.trace(),o=r.polygons.map(i=>i.map(n)),a=o.map((i,c)=>{let u=s.enclosed.find(h=>h!==c),d=u===void 0||s.enclosed.includes(c)?void 0:o[u];return ho(i,1+po(e,c),d)});return{polygons:o,lines:r.lines.map(i=>({...i,points:i.points.map(n)})),places:a}}var Ae=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((n,s)=>s).filter(n=>!t.sides.includes(n));for(let{first:n,second:s,kind:r}of t.borders)this.kinds.set(_e(n,s),r)}trace(){let t=[0,1,2,3].filter(n=>this.side(n)!==this.side(n+1));t.length===0?this.polygons[this.side(0)]=[...zn]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let n of this.enclosed)this.polygons[n]=Se(),t.length===0&&this.line(this.side(0),n,[...Se(),...Se().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,n,s){let r=this.kinds.get(_e(t,n));r!==void 0&&this.lines.push({first:Math.min(t,n),second:Math.max(t,n),kind:r,points:s})}aroundCore(t){let n=s=>Ne((k(s)[0]-.5)*Math.SQRT2,(k(s)[1]-.5)*Math.SQRT2);t.forEach((s,r)=>{let o=t[(r+1)%t.length]??s,a=this.side(s+1),i=mo(n(s),(o-s+4)%4||4);this.polygons[a]=[...Ut(s,o),...i.reverse()],this.line(this.side(s),a,[k(s),n(s)]);for(let c of this.enclosed)this.line(a,c,i)})}oneLine([t=0,n=0]){let s=(n-t+4)%4===1?jn:(t-n+4)%4===1?-jn:lo,r=qt(k(t),k(n),s),[o,a]=[this.side(t+1),this.side(n+1)];this.line(o,a,r),this.polygons[o]=[...Ut(t,n),...r.slice(1,-1).reverse()],this.polygons[a]=[...Ut(n,t),...r.slice(1,-1)]}joint(t){let n=[0,1,2,3].find(o=>!t.includes(o))??0,s=k(n+2),r=[.5+Dn*(s[0]-.5),.5+Dn*(s[1]-.5)];t.forEach((o,a)=>{let i=this.side(o+1);this.polygons[i]=[...Ut(o,t[(a+1)%3]??o),r],this.line(this.side(o),i,[k(o),r])})}band(){let t=this.side(1)===this.side(3),[n,s]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,a]of[n,s]){let i=qt(k(o),k(a),Pe);this.line(this.side(a),r,i),this.polygons[this.side(a)]=[...i].reverse()}this.polygons[r]=[...qt(k(n[0]),k(n[1]),Pe),...qt(k(s[0]),k(s[1]),Pe)]}twoJoints(){let t=this.kinds.has(_e(this.side(3),this.side(1))),n=co,[s,r]=t?[[.5,.5-n],[.5,.5+n]]:[[.5-n,.5],[.5+n,.5]],o=t?[s,r,r,s]:[r,r,s,s];for(let a=0;a<4;a+=1){let i=(a+1)%4,[c,u]=[o[a]??s,o[i]??s];this.polygons[this.side(i)]=[k(a),k(i),...c===u?[c]:[u,c]],this.line(this.side(a),this.side(i),[k(a),c])}t?this.line(this.side(3),this.side(1),[s,r]):this.line(this.side(0),this.side(2),[s,r])}};function _e(e,t){return`${Math.min(e,t)} ${Math.max(e,t)}`}function k(e){return zn[e%4]??[0,0]}function Ut(e,t){let n=[k(e)];for(let s=e+1;;s+=1)if(n.push(k(s)),s%4===t%4)return n}function qt([e,t],[n,s],r,o=10){let[a,i]=[n-e,s-t];return Array.from({length:o+1},(c,u)=>{let d=u/o,h=r*Math.sin(Math.PI*d);return[e+a*d-i*h,t+i*d+a*h]})}function Ne(e,t){return[.5+On*e,.5+On*t]}function Se(){return Array.from({length:24},(e,t)=>Ne(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function mo([e,t],n){let s=Math.atan2(t-.5,e-.5),r=n*6;return Array.from({length:r+1},(o,a)=>{let i=s+Math.PI/2*n*a/r;return Ne(Math.cos(i),Math.sin(i))})}function ho(e,t,n){let r=[];for(let a=1;a<40;a+=1)for(let i=1;i<40;i+=1){let c=[a/40,i/40];!Bn(c,e)||n&&Bn(c,n)||r.push({at:c,gap:Math.min(Gn(c,e),n?Gn(c,n):1)})}let o=[];for(;o.length<t&&r.length;){let a=r[0],i=-1;for(let c of r){let u=Math.min(c.gap*1.1,...o.map((d,h)=>fo(c.at,d,h===0)));u>i&&([a,i]=[c,u])}a&&o.push(a.at)}return o}function fo([e,t],[n,s],r){let[o,a]=[Math.abs(e-n),Math.abs(t-s)];return r?.04+Math.hypot(Math.max(0,o-In[0]),Math.max(0,a-In[1]))+Math.hypot(o,a)/20:Math.hypot(o,a)}function Gn([e,t],n){let s=9;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0],[u,d]=[i-r,c-o],h=u*u+d*d,f=h?Math.max(0,Math.min(1,((e-r)*u+(t-o)*d)/h)):0;s=Math.min(s,Math.hypot(e-r-f*u,t-o-f*d))}),s}function Un({acts:e,view:t}){let n=new Set,s=[];for(let r of e)for(let o of r.chosen??[])for(let[a,i]of Object.entries(o)){a==="move"&&s.push({from:Ve(i.source),to:Ve(i.target),units:Ve(i.units),seat:r.seat});let c=i.territory;typeof c=="number"&&n.add(Fn(c,t)),a==="place_tile"&&$o(t).forEach(u=>n.add(u))}return t.combat&&n.add(Fn(t.combat.territory,t)),{territories:n,moves:s}}function qn(e,t){return e.moves.map(({from:n,to:s,units:r,seat:o})=>{let[a,i]=[t(n),t(s)];if(!a||!i)return m``;let[c,u]=[i[0]-a[0],i[1]-a[1]],d=Math.hypot(c,u)||1,[h,f]=[c/d,u/d],[$,v]=[a[0]+h*21,a[1]+f*13],[w,V]=[i[0]-h*26,i[1]-f*18],G=`${w+h*8},${V+f*8} ${w-f*6},${V+h*6} ${w+f*6},${V-h*6}`;return m`<g class="ng-move seat-${o}" data-from=${n} data-to=${s}><title>${y(r,"unit")} from ${n} to ${s}</title>
      <line x1=${$} y1=${v} x2=${w} y2=${V} /><polygon points=${G} /></g>`})}function Fn(e,t){return t.layout?.area_territory[e]??e}function $o(e){return(e.layout?.area_territory??[]).slice(-1)}function Ve(e){return typeof e=="number"?e:0}var Kn=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"];function Wn(e,t){let n=e.faces[t-1];if(!n)return["?","not rolled yet"];let s=Array.from({length:n.casualties},()=>"×").join(" ");return[[n.points?String(n.points):"",s].filter(Boolean).join(n.either?" / ":" "),n.text]}var go={0:"Scorched Earth",1:"High Tide"};function Le(e){return go[e]??`Ancestral Equipment ${e-10}`}function Qn(e,t){return e.cards[t]?.name??`card ${t}`}function Zn(e,t){return e.clans[t]?.name??""}function at(e,t){return e.buildings[t]?.name??`building ${t}`}function kt(e,t){return e.figures[t]?.name??`figure ${t}`}var Xn={food:m`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:m`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:m`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:m`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:m`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:m`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:m`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},Kt={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},yo=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function Ce(e,t,n){return m`<g class="ng-glyph ${e}" transform="translate(${t} ${n})"><title>${Kt[e]}</title>${Xn[e]}</g>`}function Wt(e,t,n,s,r){let o=t?8:6.6;return m`<g class="ng-building" transform="translate(${s} ${r})"><title>${n}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${yo[e]??"?"}</text></g>`}function Qt(e,t){return l`<span class="ng-amount" title="${t} ${Kt[e]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${m`<g class="ng-glyph ${e}">${Xn[e]}</g>`}</svg
    >${t}<span class="ng-sr"> ${Kt[e]}</span></span
  >`}var Yn=["food","wood","lore","lair","small","carved","large"];function Jn(e){return Kt[e]}var x=100,it=14,bo=["","regular","rough","impassable"],ts=["small","carved","large"];function ns(e){let{view:t,catalogue:n}=e,{layout:s,board:r}=t;if(!s||!r)return l`${p}`;let o=vo(e,s),a=new Map(s.territory.map((u,d)=>[u,r.owner[d]??-1])),i=new Set(s.territory.filter((u,d)=>s.open_sides[d]===0)),c=Un(e);return l`<svg
      class="northgard"
      viewBox=${xo(s)}
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
      ${wo(e,s)} ${ko(e,s)} ${To(e,r,o)}
      ${s.territory.map((u,d)=>Mo(e,t,r,u,d,o[u]))}
      ${qn(c,u=>o[u]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${Yn.map(u=>l`<li><svg viewBox="-8 -8 16 16">${Ce(u,0,0)}</svg>${Jn(u)}</li>`)}
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
        ${n.buildings.map((u,d)=>l`<li><svg viewBox="-10 -11 20 20">${Wt(d,u.large,u.name,0,0)}</svg>${u.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function vo({catalogue:e},t){let n=[];return t.tile.forEach((s,r)=>{let o=e.tiles[s];if(!o)return;let a=Ee(o,t.rotation[r]??0),i=ss(t,r);o.areas.forEach((c,u)=>{n.push({printed:c,polygon:Oe((a.polygons[u]??[]).map(i)),places:(a.places[u]??[]).map(i),territory:t.area_territory[n.length]??0})})}),n}function ss(e,t){let[n,s]=[e.x[t]??0,e.y[t]??0];return([r,o])=>[es((n+r)*x),es((o-s)*x)]}function es(e){return Math.round(e*10)/10}function Oe(e){return e.map(([t,n])=>`${t},${n}`).join(" ")}function xo(e){let[t,n]=[Math.min(0,...e.x),Math.max(0,...e.x)+1],[s,r]=[Math.min(0,...e.y.map(d=>-d)),Math.max(0,...e.y.map(d=>-d))+1],o=Math.max(5,n-t),a=Math.max(3,r-s),[i,c]=[(t+n-o)/2,(s+r-a)/2],u=8;return[i*x-u,c*x-u,o*x+2*u,a*x+2*u].join(" ")}function rs(e,t,n){return(e&1<<(t-n+4)%4)>0}function wo({catalogue:e},t){return t.tile.map((n,s)=>{let r=e.tiles[n]?.sea??0;if(!r)return m``;let[o,a]=[(t.x[s]??0)*x,-(t.y[s]??0)*x],i=[[0,0,x,it],[x-it,0,it,x],[0,x-it,x,it],[0,0,it,x]],c=[0,1,2,3].filter(u=>rs(r,u,t.rotation[s]??0));return m`<g class="ng-sea"><title>Beach with a Port</title>${c.map(u=>{let[d=0,h=0,f=0,$=0]=i[u]??[];return m`<rect x=${o+d} y=${a+h} width=${f} height=${$} />`})}
      <path class="ng-anchor" transform="translate(${o+x/2} ${a+x/2+27})"
        d="M0 -10V9M-5 -5H5M-9 2Q-8 9 0 9Q8 9 9 2" /></g>`})}function ko({catalogue:e},t){let n=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),s=0;return t.tile.map((r,o)=>{let a=e.tiles[r];if(!a)return m``;let i=s;s+=a.areas.length;let c=ss(t,o),[u,d]=[t.x[o]??0,t.y[o]??0],h=Ee(a,t.rotation[o]??0).lines.map($=>{let v=t.area_territory[i+$.first]===t.area_territory[i+$.second];return m`<polyline class="ng-border ${v?"inner":bo[$.kind]??""}" points=${Oe($.points.map(c))} />`}),f=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,v],w)=>n.has(`${u+$} ${d+v}`)||rs(a.sea,w,t.rotation[o]??0)?p:m`<polyline class="ng-open-side" points=${Oe(Ro[w]?.map(c)??[])} />`);return m`<rect class="ng-tile" x=${u*x} y=${-d*x} width=${x} height=${x} />${h}${f}`})}var Ro=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function To({view:e,catalogue:t},n,s){let r=new Map,o=(a,i,c)=>{let u=`${a} ${i}`;r.set(u,[...r.get(u)??[],m`${c(0,0)}`])};n.building.forEach((a,i)=>{let c=t.buildings[a],[u,d]=[n.building_territory[i]??0,n.building_space[i]??3];d<3&&o(u,d,(h,f)=>Wt(a,c?.large??!1,at(t,a),h,f))});for(let{token:a,territory:i,space:c}of e.tokens)i>=0&&c<3&&o(i,c,(u,d)=>m`<g class="ng-token" transform="translate(${u} ${d})"><title>${Le(a)}</title>
        <circle r="6" /><text y="2.6">${a>10?a-10:"!"}</text></g>`);return s.map(({printed:a,places:i,territory:c})=>{let u=[...Rt("food",a.food),...Rt("wood",a.wood),...Rt("lore",a.lore),...Rt("lair",a.lairs),...ts.flatMap(d=>Rt(d,a[d]))];return m`${u.map((d,h)=>{let[f,$]=i[h+1]??[0,0],v=r.get(`${c} ${ts.findIndex(w=>w===d)}`)?.shift();return v?m`<g transform="translate(${f} ${$})">${v}</g>`:Ce(d,f,$)})}`})}function Rt(e,t){return Array.from({length:t},()=>e)}function Mo({catalogue:e,seats:t},n,s,r,o,a){let[i,c]=a?.places[0]??[0,0],u=s.owner[o]??-1,d=s.units[o]??0,h=n.figures.filter(b=>b.territory===r),f=s.building.filter((b,_)=>s.building_territory[_]===r),$=s.building.filter((b,_)=>s.building_territory[_]===r&&s.building_space[_]===3),v=n.tokens.filter(b=>b.territory===r&&b.space===3),w=(n.creatures?.line??[]).filter(b=>b.territory===r),V=u<0?"neutral":`seat ${u}, ${t[u]?.bot??""}`,G=[...h.map(b=>kt(e,b.figure)),...f.map(b=>at(e,b)),...w.map(b=>e.creatures[b.creature]?.name??"creature")];return m`<g class="ng-marker ${u<0?"free":`seat-${u}`}" transform="translate(${i} ${c})"
    data-territory=${r} data-owner=${u} data-units=${d} data-buildings=${f.join(" ")}
    data-figures=${h.map(b=>b.figure).join(" ")}
    data-tokens=${n.tokens.filter(b=>b.territory===r).map(b=>b.token).join(" ")}
    data-beasts=${w.map(b=>b.number).join(" ")}
    data-small=${s.small[o]??0} data-carved=${s.carved[o]??0} data-large=${s.large[o]??0}>
    <title>Territory ${r}: ${V}, ${y(d,"unit")}${G.length?`, ${G.join(", ")}`:""}</title>
    ${u<0?p:m`<rect class="ng-pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="ng-seat-number" cx="-10.5" r="6.8" />
          <text class="ng-seat-text" x="-10.5" y="3.4">${u}</text>
          <path class="ng-pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="ng-units" x="12" y="4.8">${d}</text>`}
    ${h.map((b,_)=>m`<g class="ng-figure seat-${b.seat}" transform="translate(${25+13*_} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${kt(e,b.figure).charAt(0)}</text></g>`)}
    ${$.map((b,_)=>m`<g transform="translate(${-27-14*_} 0)">${Wt(b,!1,at(e,b),0,0)}</g>`)}
    ${v.map((b,_)=>m`<g class="ng-token" transform="translate(${-22-13*_} 14)"><title>${Le(b.token)}</title>
      <circle r="6" /><text y="2.6">${b.token>10?b.token-10:"!"}</text></g>`)}
    ${w.map((b,_)=>m`<g class="ng-beast" transform="translate(${16*_-8*(w.length-1)} -19)"><title>${e.creatures[b.creature]?.name??"creature"}</title>
        <path d="M-9 -6L-6 -2H6L9 -6L8 3L0 9L-8 3Z" /><text y="4.6">${e.creatures[b.creature]?.name.charAt(0)??"?"}</text></g>`)}
    <text class="ng-id" y="${u<0?2.5:17}">${r}</text></g>`}function os(e,t){let n=e.view.players[t];if(!n)return l`${p}`;let{catalogue:s,view:r,teams:o}=e,a=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",n.passed?"has passed":"",n.awakened?"Kaija is awake":"",n.conqueror?"ignores Towers and Fortresses":"",n.away?`${y(n.away,"unit")} on a Pyre`:""].filter(i=>i);return l`<div
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
      ${Qt("food",n.food)} ${Qt("wood",n.wood)} ${Qt("lore",n.lore)}
      <span>${n.reserve} in reserve</span>
    </p>
    ${a.length?l`<p class="ng-states">${a.join(" · ")}</p>`:p}
    <dl class="ng-zones">
      ${Po(s,n)} ${C("Active",s,n.active)}
      ${_o(s,n)}
      ${n.drawn.length?C("Drawn",s,n.drawn):p}
    </dl>
    <details>
      <summary>${n.draw_size} to draw, ${n.discard.length} discarded</summary>
      <dl class="ng-zones">
        ${C("Draw pile",s,n.draw)} ${C("Discard",s,n.discard)}
        ${C("Upgrades",s,n.upgrades_taken)}
        ${C("Not taken",s,n.upgrades)}
        ${C("Out of the game",s,n.boxed)}
      </dl>
    </details>
  </div>`}function Po(e,t){if(t.hand.length)return C("Hand",e,t.hand);if(!t.hand_size)return l`${p}`;let n=Math.max(t.hand_size-t.known.length,0);return l`<div>
    <dt>Hand</dt>
    <dd>
      ${X(e,t.known)}${n?l`<span class="ng-backs" aria-hidden="true"
                >${Array.from({length:n},()=>l`<i></i>`)}</span
              >
              <span data-hidden>${n} hidden</span>`:p}
    </dd>
  </div>`}function _o(e,t){let n=t.known_top.filter(s=>s>=0);return C("On top",e,t.top.length?t.top:n)}function C(e,t,n){return n.length?l`<div>
    <dt>${e}</dt>
    <dd>${X(t,n)}</dd>
  </div>`:p}function X(e,t){let n=new Map;for(let s of t)n.set(s,(n.get(s)??0)+1);return[...n].map(([s,r])=>l`<span
        class="ng-card ${e.cards[s]?.set??""}"
        title=${e.cards[s]?.text??""}
        >${Qn(e,s)}${r>1?` ×${r}`:""}</span
      > `)}function as(e){return l`${So(e)} ${Ao(e)} ${Eo(e)} ${No(e)}
  ${Vo(e)} ${Lo(e)}`}function je({view:e,catalogue:t},n){let s=e.creatures?.line.find(r=>r.number===n);return s?`the ${t.creatures[s.creature]?.name??"creature"}`:"a creature"}function So({view:e,catalogue:t}){if(!e.events)return p;let{now:n,next:s,left:r}=e.events,o=(a,i)=>{let c=t.events[i];return c?l`<p><b>${a}: ${c.name}.</b> ${c.text}</p>`:p};return l`<section class="ng-events" data-now=${n} data-next=${s}>
    ${o("Event of this year",n)} ${o("Event of the next year",s)}
    <p class="quiet">${y(r,"event")} in the pile</p>
  </section>`}function Ao({view:e,catalogue:t,seats:n}){let s=e.victory;return s?l`<section
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
  </section>`:p}function Eo({view:e,catalogue:t}){if(!e.creatures)return p;let{line:n,top_left:s,rest_left:r,defeated:o}=e.creatures;return l`<section
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
      ${y(s+r,"creature")} in the pile, ${o.length} defeated
    </p>
  </section>`}function No({view:e,catalogue:t}){if(!e.sea)return p;let{ports:n,raids_left:s}=e.sea,r=e.players.filter(o=>o.kept_raids.length);return l`<section
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
            <td>${c?`${y(c,"unit")} of seat ${i}, year ${u}`:""}</td>
          </tr>`})}
      </tbody>
    </table>
    <p class="quiet">
      ${y(s,"Raid")} in the
      deck${r.map(o=>`; seat ${o.seat} keeps ${o.kept_raids.map(a=>t.raids[a]?.name??a).join(", ")}`)}
    </p>
  </section>`}function Vo({view:e,catalogue:t}){return e.features.length?l`<section
    class="ng-features"
    data-features=${e.features.map(n=>`${n.feature}:${n.territories.join(",")}`).join(" ")}
  >
    ${e.features.map(({feature:n,territories:s,wood:r})=>{let o=t.features[n],a=s.length?` (territory ${s.join(", ")})`:"";return l`<p>
        <b>${o?.name??n}${a}.</b> ${o?.text??""}
        ${r?` ${r} wood lie there.`:""}
      </p>`})}
  </section>`:p}function Lo({view:e,catalogue:t}){if(!e.automa)return p;let{level:n,actions_left:s,deck_left:r,played:o,kept:a}=e.automa,i=t.automa[o.at(-1)??-1];return l`<section
    class="ng-automa"
    data-automa-played=${o.join(" ")}
    data-automa-kept=${a.join(" ")}
  >
    <p>
      <b>Automa, level ${n}.</b> ${y(s,"card")} left this year, ${r} in
      its deck.${i?` Last: ${i.text}`:""}
    </p>
    ${a.length?l`<p>It has taken ${X(t,a)}</p>`:p}
  </section>`}function is(e){let{view:t,catalogue:n}=e;return l`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?Co(e,t.combat):p}
    ${t.battles.map(s=>l`<p>
          Combat to come: seat ${s.attacker} with
          ${y(s.units,"unit")}${s.kaija?" and Kaija":""}${s.figures.map(r=>` and ${kt(n,r)}`).join("")}
          against
          ${s.creature?je(e,s.creature):s.defender<0?"nobody":`seat ${s.defender}`}
          in territory ${s.territory}
        </p>`)}
    ${as(e)}
    <dl class="ng-zones">
      ${t.display.length?l`<div>
              <dt>Display</dt>
              <dd>${X(n,t.display)}</dd>
            </div>`:p}
      ${t.achievements.length?l`<div>
              <dt>Achievements</dt>
              <dd>${X(n,t.achievements)}</dd>
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
          ${t.stock.map((s,r)=>l`<span class="ng-card">${at(n,r)} ${s}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?l`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(s=>s).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:p}
    </dl>
  </div>`}function Co(e,t){let{seats:n}=e,s=t.creature?je(e,t.creature):"",r=(o,a,i,c,u,d)=>{let[h,f]=Wn(e.catalogue,u);return l`<tr class="seat-${a}">
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
      ${Kn.map((o,a)=>l`<li class=${a===t.stage?"current":a<t.stage?"done":""}>${o}</li>`)}
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
  </section>`}var ls={board:ns,seat:os,table:is,score(e,t){let n=e.view.players[t]?.fame??-1;return n<0?"?":y(n,"fame token")},title:({view:e,catalogue:t},n)=>Zn(t,e.players[n]?.clan??-1),weight({view:e,acts:t}){return e.combat?1.6:t.every(n=>n.stream!==void 0)?.3:1},event({view:e,before:t}){return e.combat&&!t?.combat?`combat in territory ${e.combat.territory}`:""}};var Oo={nor_sea:[32,24],white_sea:[61,12],bothnia:[51.5,33.5],north_sea:[25,41],western_sea:[12,45],iberian_sea:[13,76],baltic:[55,46],caspian:[90,58],wendish_sea:[43,56.5],black_sea:[68,72],middle_sea:[37,87],arabian_sea:[84.5,92],vina:[76,18],jamtland:[43,27],seine:[24,60],volkhov:[67,37.5],dnieper:[68,55.5],volga:[82,36],amu:[94,75],danube:[53,70.5],halogaland:[46,10.5],trondelag:[27,11],atlantic_isles:[9.5,21],irish_coast:[6,59.5],jutland:[39.5,44.5],thrace:[55,86],levant:[66.5,97],hind:[95.5,95]},jo={Lade:[37,16],Halsingland:[52.5,21.5],Hordaland:[21.5,32],Orkney:[15,36.3],Uppsala:[58,37],Gotland:[61,51],Osel:[61,43.5],Lejre:[38,64],Skane:[47,64]},Io={danube:"above",halogaland:"above",jamtland:"inside",volkhov:"inside",jutland:"above",levant:"right"},Do=new Set(["atlantic_isles","danube","irish_coast"]),Ho=22,cs=1e3,us=[-32,0,1078,1050],ds=42,Yt=65,Xt=43,Tt=20,ps=new WeakMap;function ms(e){let t=ps.get(e);return t||ps.set(e,t=Bo(e)),t}function Bo(e){let t=e.regions.map(({id:i,kind:c})=>({at:Zt(Oo[i]),radius:c==="sea"?ds:Yt,side:Io[i]??"below",away:Do.has(i)?Ho:0})),n=Go(e,t),s=e.nodes.findIndex(i=>!i.home),r=e.nodes.map(({name:i,region:c,post:u,home:d})=>{if(u>=0)return n[u]?.at??Zt();if(c<0)return Zt(jo[i]);let h=t[c]?.at??Zt();return d?Fo(e,n,c,h):h}),o=[],a=[];return e.nodes.forEach(({region:i,post:c,home:u,beside:d},h)=>{for(let f of d){let $=e.nodes[f];!$||$.post>=0||$.home||c>=0||(!u&&h<f&&o.push([h-s,f-s]),u&&i<0&&a.push({home:h,region:f-s}))}}),{regions:t,posts:n,nodes:r,borders:o,ways:a}}function Zt([e,t]=[50,50]){return{x:e/100*cs,y:t/100*cs}}function Go(e,t){let n=[];return t.forEach(({at:s},r)=>{let o=hs(e,r),a=o.map(c=>t[e.posts[c]?.gate??r]?.at??s),i=zo(s,a);o.forEach((c,u)=>{let d=i+u*2*Math.PI/o.length,h={x:Math.cos(d),y:Math.sin(d)},f={x:s.x+Xt*h.x,y:s.y+Xt*h.y},$=a[u]??s;n[c]={at:f,out:h,harbor:$===s?null:[f,Jt($,f,ds)]}})}),n}function hs(e,t){return e.posts.flatMap((n,s)=>n.region===t?[s]:[])}function zo(e,t){let n=t.length===2?Math.PI:-Math.PI/2;if(t.every(r=>r===e))return n;let s={start:n,cost:1/0};for(let r=0;r<48;r++){let o=r*Math.PI/24,a=t.reduce((i,c,u)=>{let d=o+u*2*Math.PI/t.length,[h,f]=[e.x+Xt*Math.cos(d),e.y+Xt*Math.sin(d)];return i+Math.hypot(c.x-h,c.y-f)**4},0);a<s.cost&&(s={start:o,cost:a})}return s.start}function Jt(e,t,n){let s=Math.hypot(t.x-e.x,t.y-e.y)||1;return{x:e.x+(t.x-e.x)/s*n,y:e.y+(t.y-e.y)/s*n}}function Fo(e,t,n,s){let r=hs(e,n).flatMap(c=>t[c]??[]),o=r.map(({out:c})=>Math.atan2(c.y,c.x)+Math.PI/r.length),[a=0]=o.sort((c,u)=>Math.sin(c)-Math.sin(u)),i=Yt-14;return{x:s.x+i*Math.cos(a),y:s.y+i*Math.sin(a)}}var fs={columns:3,x:28,y:24,below:24,scale:1.1},Uo={columns:3,x:26,y:23,below:7,scale:1.05},qo={columns:4,x:20,y:17,below:7,scale:.78},Ko={columns:1,x:22,y:20,below:0,scale:1.1},Wo={columns:2,x:22,y:20,below:0,scale:.85},Qo={columns:3,x:15,y:17,below:0,scale:.62};function $s(e,t,n,s,r){let{x:o,y:a}=t.nodes[n]??{x:0,y:0},i=e.nodes[n],c=t.posts[i?.post??-1]?.out;if(c){let d=24*(s-(r-1)/2),h=Tt+10;return{at:{x:o+c.x*h-c.y*d,y:a+c.y*h+c.x*d},scale:fs.scale}}let u=e.regions[i?.region??-1]?.kind==="sea";return Yo({x:o,y:a},i?.home?fs:u?Zo(r):Xo(r),s,r)}function Zo(e){return e>6?qo:Uo}function Xo(e){return e>4?Qo:e>1?Wo:Ko}function Yo({x:e,y:t},n,s,r){let o=Math.ceil(r/n.columns),a=Math.floor(s/n.columns),i=a<o-1?n.columns:r-a*n.columns;return{at:{x:e+n.x*(s%n.columns-(i-1)/2),y:t+n.y*(a-(o-1)/2)+n.below},scale:n.scale}}var gs=["M-10-9Q0-12 10-9V1Q9 9 0 12-9 9-10 1z","M-5-11H5V-5H11V5H5V11H-5V5H-11V-5H-5z","M-10.500 0A10.500 10.500 0 1 1 10.500 0 10.500 10.500 0 1 1-10.500 0z","M0-13 12 0 0 13-12 0z"],Jo=["","D","F","I"];function E(e,t){return m`<g class=${`pv-follower${t<0?"":` seat-${t}`}`}>
    <path d=${gs[e]??p} />${t<0?p:m`<text y="4">${t}</text>`}</g>`}function ys(e){return m`<path class="pv-outline" d=${gs[e]??p} />`}function A(e,t,n,s){let r=e<0?"":` seat-${e}`;return m`<g class=${`pv-ship${r}${s?" pv-exhausted":""}`}>
    <path class="pv-hull" d="M-11.500 1.500Q-10 3.500-7 3.500H7Q10 3.500 11.500 1.500 11 9.500 4.500 9.500H-4.500Q-11 9.500-11.500 1.500z" />
    <path class="pv-sail" d=${t?"M-6.500-9.500Q0-12.500 6.500-9.500L5.500 2H-5.500z":"M-6.500-10H6.500V2H-6.500z"} />
    ${e<0?p:m`<text y="-.8">${e}</text>`}
    ${t?m`<text class="pv-of-ally" y="8.600">${Jo[t]}</text>`:p}
    ${n>1?m`<g class="pv-times" transform="translate(10 -8)"><circle r="5.500" /><text y="3">${n}</text></g>`:p}</g>`}function te(){return m`<path class="pv-house" d="M-10 0 0-9.500 10 0H7.500V9.500H-7.500V0z" />`}function I(e){let t=e===void 0?p:m`<text y="3.100">${e}</text>`;return m`<g class="pv-coin"><circle r="6.500" />${t}</g>`}function Mt(e){return e==="trade_center"?m`<path class="pv-glyph" d="M0-9V7M-4.500 8.500h9M-8-6H8M-8-6l-3 7.500h6zM8-6 5 1.500h6z" />`:e==="ally"?m`<path class="pv-glyph" d="M-6 9V-9M-6-8.500H8L4.500-3.500 8 1.500H-6" />`:p}var bs=m`<path class="pv-waves" d="M-9 0q4.500-4.500 9 0t9 0" />`;function P(e,t="",n=""){return l`<svg
    class=${`pv-icon ${n}`}
    viewBox="-14 -14 28 28"
    role=${t?"img":"presentation"}
  >
    ${t?m`<title>${t}</title>`:p}${e}
  </svg>`}function vs(e){return l`<details class="pv-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.types.map((t,n)=>T(E(n,-1),`${t.name} Follower`))}
      ${T(A(-1,0,1,!1),"Longship")}
      ${T(A(-1,0,1,!0),"Exhausted Longship")}
      ${e.ship_kinds.map((t,n)=>n?T(A(-1,n,1,!1),`Longship of ${t.name}`):"")}
      ${T(te(),"Home")}
      ${T(m`<g transform="scale(1.6)">${I(2)}</g>`,"Price of a post")}
      ${T(Mt("trade_center"),"Trade Center")} ${T(Mt("ally"),"Powerful Ally")}
      ${T(m`<circle class="pv-circle pv-golden" r="11" />`,"Key Trade Center")}
      ${T(m`<rect class="pv-venture" x="-11" y="-11" width="22" height="22" rx="3" />`,"Venture")}
      ${T(m`<path class="pv-gate" d="M-12 8 12-8" />`,"Harbor")}
      ${T(m`<path class="pv-border" d="M-12 8 12-8" />`,"Border")}
      ${e.winds.map(t=>T(m`<g class=${`pv-region pv-sea pv-${t.id}`}><circle r="11" /></g>`,`The ${t.name}`))}
      ${["sea","river","harbor"].map(t=>T(m`<g class=${`pv-region pv-${t} pv-north`}><circle r="11" /></g>`,`${t.slice(0,1).toUpperCase()}${t.slice(1)} region`))}
    </ul>
    <p>
      A Follower and a Longship carry the number of their seat. At a post stands its number in the
      region, or the first letter of its name. Pointing at something names it.
    </p>
  </details>`}function T(e,t){return l`<li>${P(m`${e}`)}${t}</li>`}function Ie(e){return e.chosen??[]}function xs(e){let t=new Map;for(let n of e.acts)if(!(n.seat<0))for(let s of Ie(n))for(let r of ta(e,s))t.set(r,n.seat);return{rings:t,...ea(e),...na(e)}}function ta({before:e,catalogue:t},n){let{step:s,sail:r,ship:o}=n;if(s)return[s.node];let a=e?.longships[r?.longship??o?.longship??-1];if(a)return a.node<0?[]:[a.node];let i=n.activate??n.parley??n.jarldom??n.theocracy??n.post??n.post_follower,c=i?t.nodes.findIndex(u=>u.post===i.post):-1;return c<0?[]:[c]}function ea({view:e,before:t}){let n=[],s=[];return e.longships.forEach(({seat:r,node:o},a)=>{let i=t?.longships[a];!i||i.node<0||i.node===o||(o<0?s.push({ship:a,seat:i.seat,node:i.node}):n.push({ship:a,seat:r,from:i.node,to:o}))}),{moves:n,returned:s}}function na({view:e,before:t}){let n=new Map,s=new Set;return e.owners.forEach((r,o)=>{if(!t)return;let a=t.owners[o]??-1,i=t.followers[o]??-1,c=r===a&&e.followers[o]===i;!c&&a>=0&&n.set(o,{seat:a,type:i}),(!c&&r>=0||sa(e.tiles[o],t.tiles[o]))&&s.add(o)}),{lost:n,changed:s}}function sa(e,t){return e!==void 0&&e>=0&&e!==t}function lt(e){let t=new Map;return e.forEach((n,s)=>{let r=[n.node,n.seat,n.kind,n.exhausted].join(),o=t.get(r);o?o.ships.push(s):t.set(r,{...n,ships:[s]})}),[...t.values()]}function D({view:e,catalogue:t},n){let s=t.types.map(()=>0),r=o=>{o!==void 0&&o in s&&(s[o]=(s[o]??0)+1)};e.owners.forEach((o,a)=>{o===n&&r(e.followers[a])});for(let o of De(e.players[n]))o.established&&r(t.tiles[o.tile]?.follower);return s}function De(e){return e?[...e.advocates,...e.gods]:[]}function Pt(e){return e.reduce((t,n)=>t+n,0)}function ra(e,t){let n=e.tiles[t];return n?n.region>=0?g(e.regions,n.region):n.wind>=0?`the ${g(e.winds,n.wind)}`:"":""}function N(e,t){let n=e.tiles[t];return n?`${n.name} (${He(e,t)}): ${n.text}`:"No tile"}function He(e,t){let n=e.tiles[t];return n?[g(e.kinds,n.kind),ra(e,t),n.follower<0?"":g(e.types,n.follower),n.vote?"Althing":""].filter(Boolean).join(", "):""}function ct(e,{kind:t,exhausted:n}){let s=t?`${g(e.ship_kinds,t)} `:"";return`${n?"exhausted ":""}${s}Longship`}var oa={influence:"Influence Phase",actions:"Action Phase",solstice:"Winter Solstice",over:"Game over"};function ws({view:e,catalogue:t}){let n=e.turn>0&&e.phase!=="over",s=Math.max(e.markers,0);return l`<div class="pv-status">
    <p>
      ${e.turn?l`<b>Turn ${e.turn}</b>, ${oa[e.phase]??e.phase}`:l`<b>Setup</b>`}
    </p>
    ${n&&e.active>=0?l`<p>
            <span class=${`pv-seat seat-${e.active}`}>${e.active}</span> acts: ${s}
            Action Marker${s===1?"":"s"}
            <span class="pv-markers" aria-hidden="true">${"●".repeat(s)}</span>
          </p>`:p}
    ${e.event>=0?l`<p title=${N(t,e.event)}>
            Event: <b>${g(t.tiles,e.event)}</b>
          </p>`:p}
  </div>`}function ks(e){let t=ms(e.catalogue),n=xs(e),{regions:s,posts:r}=e.catalogue;return l`<div class="pv pv-board">
    <div class="pv-stage">
      ${ws(e)}
      <div class="pv-scroll" role="region" aria-label="Map" tabindex="0">
        <svg class="pv-map" viewBox=${us.join(" ")} role="group">
          <title>The map of ${s.length} regions and ${r.length} posts</title>
          <g>${aa(t)}</g>
          <g>${s.map((o,a)=>ia(e,t,a))}</g>
          <g>
            ${t.posts.map(({harbor:o},a)=>o?m`<path class="pv-gate" data-harbor=${a} d=${ee(...o)} />`:p)}
          </g>
          <g>${r.map((o,a)=>ca(e,t,n,a))}</g>
          <g>${da(e,t)}</g>
          ${fa(e,t,n)}
          <g>${ma(e,t)}</g>
        </svg>
      </div>
    </div>
    ${vs(e.catalogue)}
  </div>`}function aa(e){let t=n=>e.regions[n]?.at??{x:0,y:0};return[...e.borders.map(([n,s])=>m`<path class="pv-border" data-border=${`${n} ${s}`} d=${ee(t(n),t(s))} />`),...e.ways.map(({home:n,region:s})=>m`<path class="pv-way" d=${ee(e.nodes[n]??t(s),t(s))} />`)]}function ia({catalogue:e},t,n){let s=e.regions[n],r=t.regions[n];if(!s||!r)return m``;let{at:o,radius:a}=r,i=s.kind==="sea",c=e.winds[s.wind];return m`<g class=${`pv-region pv-${s.kind} pv-${c?.id??""}`} data-region=${n}
    data-wind=${s.wind} data-kind=${s.kind} transform=${Y(o)}>
    <title>${s.name}: ${s.kind} in the ${c?.name??"?"}</title>
    <circle r=${a} />
    ${i?m`<g transform="translate(0 31)">${bs}</g><text y="-20">${s.name}</text>`:la(e,n,r)}
  </g>`}function la(e,t,{radius:n,side:s,away:r}){let o=e.posts.filter(c=>c.region===t&&c.kind!=="empty").map(c=>c.name),a=[g(e.regions,t),...o.length?[o.join(", ")]:[]],i={below:n+r+14,above:-n-r-5-14*(a.length-1),inside:n-18,right:4-7*(a.length-1)}[s];return m`${a.map((c,u)=>m`<text class=${`pv-name-${s}${u?" pv-landmark":""}`}
      x=${s==="right"?n+r+7:0} y=${i+14*u}>${c}</text>`)}`}function ca(e,t,n,s){let{view:r,catalogue:o}=e,a=o.posts[s],i=t.posts[s];if(!a||!i)return m``;let c=r.tiles[s]??-1,u=r.owners[s]??-1,d=r.followers[s]??-1,h=["pv-post",`pv-${a.kind}`,a.key?"pv-key":""];return m`<g class=${h.filter(Boolean).join(" ")} transform=${Y(i.at)} role="img"
    data-post=${s} data-tile=${c} data-owner=${u} data-follower=${d} data-cost=${a.cost}
    data-changed=${n.changed.has(s)}>
    <title>${ua(e,s)}</title>
    <circle class="pv-circle" r=${Tt} />
    ${c<0?p:m`<rect class="pv-venture" x="-18" y="-18" width="36" height="36" rx="6" />`}
    ${u>=0?p:Mt(a.kind)}
    ${u<0?p:m`<g transform="scale(1.2)">${E(d,u)}</g>`}
    <g transform="translate(-15 15) scale(1.1)">${I(a.cost)}</g>
    <text class="pv-label" x="15" y="-10">${pa(a.name)}</text>
  </g>`}function pa(e){return/\d+$/.exec(e)?.[0]??e.slice(0,1)}function ua({view:e,catalogue:t,seats:n},s){let r=t.posts[s],o=e.owners[s]??-1,a=g(t.types,e.followers[s]??-1),i=e.tiles[s]??-1;return[`${r?.name??"?"} in ${g(t.regions,r?.region??-1)}, costs ${r?.cost??"?"}`,...r?.gate===r?.region?[]:[`harbor to ${g(t.regions,r?.gate??-1)}`],...r?.text?[r.text]:[],...i<0?[]:[N(t,i)],...o<0?[]:[`${a} Follower of ${R(n,o)}`]].join(`
`)}function da({view:e,catalogue:t,seats:n},s){let r=new Map;for(let o of e.players){let a=t.jarls[o.jarl];a&&r.set(a.home,o.seat),t.nodes.forEach(({home:i,region:c},u)=>{i&&c>=0&&o.duchies.includes(c)&&r.set(u,o.seat)})}return t.nodes.flatMap(({name:o,region:a,home:i},c)=>{let u=s.nodes[c],d=r.get(c)??-1;if(!i||!u||a>=0&&d<0)return[];let h=d<0?`${o}, nobody's`:`${o}, of ${R(n,d)}`;return m`<g class=${`pv-home${d<0?"":` seat-${d}`}`} data-home=${c}
      data-owner=${d} transform=${`${Y(u)} scale(1.2)`}>
      <title>${h}</title>${te()}
      ${d<0?p:m`<text class="pv-whose" y="7">${d}</text>`}
      ${a<0?m`<text class="pv-home-name" y="-12">${o}</text>`:p}
    </g>`})}function ma(e,t){let n=new Map;for(let s of lt(e.view.longships))s.node>=0&&n.set(s.node,[...n.get(s.node)??[],s]);return[...n].flatMap(([s,r])=>r.map((o,a)=>{let{at:i,scale:c}=$s(e.catalogue,t,s,a,r.length);return m`<g transform=${`${Y(i)} scale(${c})`} data-ships=${o.ships.join(" ")}
        data-seat=${o.seat} data-kind=${o.kind} data-node=${s} data-exhausted=${o.exhausted}>
        <title>${ha(e,o)}</title>
        ${A(o.seat,o.kind,o.ships.length,o.exhausted)}</g>`}))}function ha({catalogue:e,seats:t},n){return`${y(n.ships.length,ct(e,n))} of ${R(t,n.seat)} at ${g(e.nodes,n.node)}`}function fa(e,t,n){let s=o=>t.nodes[o]??{x:0,y:0},r=o=>{let a=e.catalogue.nodes[o];return(a?.post??-1)>=0?Tt+3:a?.home?15:(t.regions[a?.region??-1]?.radius??Yt)+2};return m`<g class="pv-marks">
    ${n.moves.map(({ship:o,seat:a,from:i,to:c})=>m`<g class=${`pv-move seat-${a}`} data-moved=${o} data-from=${i}
        data-to=${c}>${$a(s(i),s(c))}</g>`)}
    ${[...n.rings].map(([o,a])=>m`<g class=${`pv-ring seat-${a}`} data-ring=${o} transform=${Y(s(o))}>
        <circle class="pv-halo" r=${r(o)} /><circle r=${r(o)} /></g>`)}
    ${[...n.lost].map(([o,{seat:a,type:i}])=>m`<g class="pv-lost" data-lost=${o}
        transform=${`${Y(t.posts[o]?.at??s(-1))} translate(14 -14)`}>
        <title>${g(e.catalogue.types,i)} Follower of ${R(e.seats,a)} has gone</title>
        <g transform="scale(.6)">${E(i,a)}</g><path d="M-7-7 7 7M7-7-7 7" /></g>`)}
    ${n.returned.map(({ship:o,seat:a,node:i})=>m`<g class="pv-lost" data-returned=${o} transform=${Y(s(i))}>
        <title>A Longship of ${R(e.seats,a)} has been returned</title>
        <g transform="scale(.8)">${A(a,0,1,!0)}</g><path d="M-9-9 9 9M9-9-9 9" /></g>`)}
  </g>`}function $a(e,t){let n=Jt(t,e,14),s=Jt(n,e,11),r={x:(n.y-s.y)*.55,y:(s.x-n.x)*.55},o=`${ee(e,n)}M${pt({x:s.x+r.x,y:s.y+r.y})}L${pt(n)}L${pt({x:s.x-r.x,y:s.y-r.y})}`;return m`<path class="pv-halo" d=${o} /><path d=${o} />`}function ee(e,t){return`M${pt(e)}L${pt(t)}`}function pt({x:e,y:t}){return`${e.toFixed(1)} ${t.toFixed(1)}`}function Y(e){return`translate(${pt(e)})`}function ut(e,t){return l`<li
    class=${`pv-face pv-kind-${e.tiles[t]?.kind??""}`}
    title=${N(e,t)}
  >
    ${Ts(e,t)}${g(e.tiles,t)}
  </li>`}function Rs(e,t){return l`${Ts(e,t)}
    <span class="pv-tile-name">${g(e.tiles,t)}</span>
    <span class="pv-word">${He(e,t)}</span>`}function Be(e,t,n){return n.length?l`<details>
    <summary>${t}: ${n.length}</summary>
    <ol class="pv-tiles">
      ${n.map(s=>ut(e,s))}
    </ol>
  </details>`:p}function Ts(e,t){let n=e.tiles[t]?.follower??-1;return n<0?p:P(ys(n),e.types[n]?.name??"")}function Ps(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
    class=${`pv pv-box seat-${t}`}
    data-jarl=${o.jarl}
    data-silver=${o.silver}
    data-hand=${o.hand.join(" ")}
    data-hand-size=${o.hand_size}
    data-known=${o.known.join(" ")}
    data-hand-limit=${o.hand_limit}
    data-supply=${o.supply.join(" ")}
    data-influence=${o.influence.join(" ")}
    data-advocates=${o.advocates.map(Ms).join(" ")}
    data-gods=${o.gods.map(Ms).join(" ")}
    data-duchies=${o.duchies.join(" ")}
  >
    <ul class="pv-stock">
      <li title="Silver">
        ${P(I(),"","pv-silver")}<b>${o.silver}</b>${_s(o.silver,a?.silver)}
      </li>
      ${ga(e,o,a)}
    </ul>
    ${ya(e,o)} ${ba(e,o)} ${va(e,o)} ${xa(e,t)}
    ${o.duchies.length?l`<p>
            ${o.duchies.length>1?"Duchies":"Duchy"}:
            ${Z(o.duchies.map(i=>g(r.regions,i)))}
          </p>`:p}
    ${wa(e,t)}
  </div>`}function Ms({tile:e,established:t,counts_as:n}){return`${e}:${t}:${n}`}function _s(e,t){return t===void 0||e===t?p:e>t?l`<i class="pv-more">+${e-t}</i>`:l`<i class="pv-less">−${t-e}</i>`}function ga(e,t,n){let{catalogue:s}=e,r=D(e,t.seat);return t.supply.map((o,a)=>{let i=g(s.types,a);return l`<li
      title=${`${i}: ${o} on the Jarlboard, ${r[a]??0} established; ${t.influence[a]??0} count for influence`}
    >
      ${P(E(a,t.seat),i)}<b>${o}</b>${_s(o,n?.supply[a])}
    </li>`})}function ya({catalogue:e},t){let n=e.jarls[t.jarl];return n?l`<p class="pv-jarl">${n.text}</p>`:p}function ba({view:e,catalogue:t},n){let s=t.jarls[n.jarl];if(!s)return p;let r=[...s.advocates>n.advocates.length?[y(s.advocates-n.advocates.length,"Advocate")]:[],...s.gods>n.gods.length?[y(s.gods-n.gods.length,"God")]:[]];return l`<ul class="pv-cards">
    ${De(e.players[n.seat]).map(o=>{let a=t.tiles[o.tile]?.follower??-1,i=o.counts_as<0?"":`, counts as ${g(t.types,o.counts_as)}`,c=o.established?`established${i}`:"without a Follower";return l`<li
        class=${`pv-face pv-kind-${t.tiles[o.tile]?.kind??""}${o.established?"":" pv-bare"}`}
        title=${`${N(t,o.tile)}
${c}`}
      >
        ${o.established?P(E(a,n.seat),c):p}
        ${g(t.tiles,o.tile)}${i?l` <span class="pv-word">${i.slice(2)}</span>`:p}
      </li>`})}
    ${r.length?l`<li class="pv-word">room for ${Z(r)}</li>`:p}
  </ul>`}function va({catalogue:e},t){let n=`${t.hand_size} of ${t.hand_limit} in hand`,s=t.hand.length?t.hand:t.known,r=Math.min(t.hand_size-s.length,8);return l`<ul class=${`pv-cards${s.length?"":" pv-backs"}`}>
    ${s.map(o=>ut(e,o))}
    ${Array.from({length:r},()=>l`<li class="pv-back"></li>`)}
    <li class="pv-word">${n}</li>
  </ul>`}function xa({view:e,catalogue:t},n){let s=lt(e.longships).filter(a=>a.seat===n),r=s.flatMap(({node:a,ships:i})=>a<0?[]:i).length,o=s.filter(a=>a.node<0);return l`<p class="pv-fleet">
    ${y(r,"Longship")} on the
    map${o.length?l`; on the Jarlboard
          ${o.map(a=>l`<span
                title=${y(a.ships.length,ct(t,a))}
                data-ships=${a.ships.join(" ")}
                data-seat=${a.seat}
                data-kind=${a.kind}
                data-node=${a.node}
                data-exhausted=${a.exhausted}
                >${P(A(n,a.kind,a.ships.length,a.exhausted))}</span
              >`)}`:p}
  </p>`}function wa({view:e,catalogue:t},n){return e.looks.filter(s=>s.seat===n).map(s=>l`<div data-look=${`${s.seat} ${s.rival}`} data-tiles=${s.tiles.join(" ")}>
          <p class="pv-word">has seen the hand of seat ${s.rival}:</p>
          <ul class="pv-cards">
            ${s.tiles.map(r=>ut(t,r))}
          </ul>
        </div>`)}function Ss({view:e,catalogue:t,seats:n},s){let r=t.tiles[s.tile],o=e.players.map((a,i)=>(s.first+i)%e.players.length);return l`<section
    class="pv-vote pv-frame"
    data-vote=${s.tile}
    data-first=${s.first}
    data-votes=${s.votes.join(" ")}
  >
    <h3>Althing on ${r?.name??"?"}</h3>
    <p>${r?.text??""}</p>
    <ol>
      ${o.map((a,i)=>{let c=s.votes[i];return l`<li title=${R(n,a)}>
          <span class=${`pv-seat seat-${a}`}>${a}</span>
          ${c===void 0?l`<span class="pv-word">to vote</span>`:l`<b>${c?"yes":"no"}</b>`}
        </li>`})}
    </ol>
  </section>`}function As({said:e},t){return l`<section
    class="pv-offer pv-frame"
    data-offer-seat=${t.seat}
    data-offer-partner=${t.partner}
    data-give=${Ge(t.give)}
    data-want=${Ge(t.want)}
    data-named=${Ge(t.named)}
    data-countered=${t.countered}
    data-complete=${t.complete}
    data-proposals=${t.proposals}
  >
    <h3>Trade</h3>
    ${ne(e.offer)}
  </section>`}function Ge(e){if(!e)return"";let{silver:t,tiles:n,kinds:s,posts:r,longships:o,promises:a}=e;return[t,n,s,r,o,a].map(String).join(";")}function Es({view:e,said:t}){return e.promises.length?l`<section class="pv-promises">
    <h3>Promises</h3>
    <ul>
      ${e.promises.map((n,s)=>l`<li
            class=${`pv-result-${n.result}`}
            data-promise=${[n.seat,n.to,n.kind,n.value,n.turns,n.result].join(" ")}
          >
            ${t.promises?.[s]}
          </li>`)}
    </ul>
  </section>`:p}function ne(e=[]){return e.map(t=>l`<p>${t}</p>`)}var ka={established:(e,t)=>Pt(D(e,t)),winds:(e,t)=>Vs(e,ze(e,t).map(n=>n.region)),trade_centers:(e,t)=>Ns(e,t,"trade_center").length,key_trade_centers:(e,t)=>ze(e,t).filter(n=>n.key).length,allies:(e,t)=>Ns(e,t,"ally").length,duchies:({view:e},t)=>e.players[t]?.duchies.length??0,duchies_in_winds:(e,t)=>Vs(e,e.view.players[t]?.duchies??[]),advocates:({view:e},t)=>e.players[t]?.advocates.filter(n=>n.established).length??0,gods:({view:e},t)=>e.players[t]?.gods.filter(n=>n.established).length??0,silver:({view:e},t)=>e.players[t]?.silver??0,markers:({view:e},t)=>e.influence.filter(n=>n===t).length,longships:({view:e},t)=>e.longships.filter(n=>n.seat===t&&n.node>=0).length,fewest_of_a_type:(e,t)=>Math.min(...D(e,t)),most_of_a_type:(e,t)=>Math.max(...D(e,t))};function Ls(e){let{view:t,catalogue:n}=e;return l`<section class="pv-victory">
    <h3>Victory Conditions</h3>
    ${t.face_up.length?l`<div class="pv-wide">
            <table>
              <thead>
                <tr>
                  <th scope="col">Card</th>
                  ${t.players.map(({seat:s})=>l`<th scope="col" title=${R(e.seats,s)}>
                        <span class=${`pv-seat seat-${s}`}>${s}</span>
                      </th>`)}
                </tr>
              </thead>
              <tbody>
                ${t.face_up.map(s=>{let r=n.cards[s];return r?Ra(e,s,r):p})}
              </tbody>
            </table>
          </div>`:p}
    ${t.face_down?l`<p>${y(t.face_down,"card")} face down.</p>`:p}
  </section>`}function Ra(e,t,n){let s=e.view.players.map(({seat:r})=>n.counts.map(o=>ka[o]?.(e,r)??0));return l`<tr
    data-victory=${t}
    data-counts=${s.map(r=>r.join(",")).join(" ")}
  >
    <th scope="row" title=${`${n.difficulty}: ${n.text}`}>
      ${n.name} <span class="pv-word">${n.text}</span>
    </th>
    ${s.map(r=>{let o=r.every((a,i)=>a>=(n.least[i]??0));return l`<td class=${o?"pv-done":""}>
        ${r.map((a,i)=>l`<span>${a}/${n.least[i]??0}</span> `)}
      </td>`})}
  </tr>`}function ze({view:e,catalogue:t},n){return t.posts.filter((s,r)=>e.owners[r]===n)}function Ns(e,t,n){return ze(e,t).filter(s=>s.kind===n)}function Vs({catalogue:e},t){return new Set(t.map(n=>e.regions[n]?.wind)).size}function Cs(e){let{view:t}=e;return l`<div
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
    ${t.althing?Ss(e,t.althing):p}
    ${t.offer?As(e,t.offer):p} ${ne(e.said.about)}
    ${ne(e.said.peace)} ${Ta(e)} ${Ma(e)} ${Ls(e)}
    ${Pa(e)} ${Es(e)} ${_a(e)}
  </div>`}function Ta({view:e,catalogue:t}){let n=t.tiles[e.event];return!n||e.althing?p:l`<section class="pv-event pv-frame">
    <h3>Event: ${n.name}</h3>
    <p>${n.text}</p>
  </section>`}function Ma({view:e,before:t,catalogue:n}){return l`<section>
    <h3>Saga track</h3>
    <ol class="pv-track">
      ${e.track.map((s,r)=>{let o=t!==null&&s>=0&&t.track[r]!==s;return l`<li
          class=${`${s<0?"pv-empty":`pv-kind-${n.tiles[s]?.kind??""}`}${o?" pv-fresh":""}`}
          data-space=${r}
          data-tile=${s}
          title=${N(n,s)}
        >
          ${P(I(r+1),`costs ${r+1}`,"pv-price")}
          ${s<0?l`<span class="pv-word">empty</span>`:Rs(n,s)}
        </li>`})}
    </ol>
    <p>
      ${y(e.pile,"tile")} in the saga
      pile${e.top.length?l`; on top of it, as seen:`:"."}
    </p>
    ${e.top.length?l`<ol class="pv-cards">
            ${e.top.map(s=>ut(n,s))}
          </ol>`:p}
  </section>`}function Pa({view:e,catalogue:t}){return l`<section>
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
              <th scope="row">${P(E(s,r),n.name)} ${n.name}</th>
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
  </section>`}function _a({view:e,catalogue:t}){let n=lt(e.longships).filter(s=>s.seat<0);return l`<section class="pv-piles">
    ${n.length?l`<p>
            Ally Longships in stock:
            ${n.map(s=>l`<span
                  class="pv-stocked"
                  title=${ct(t,s)}
                  data-ships=${s.ships.join(" ")}
                  data-seat=${s.seat}
                  data-kind=${s.kind}
                  data-node=${s.node}
                  data-exhausted=${s.exhausted}
                  >${P(A(-1,s.kind,1,!1))}
                  ${g(t.ship_kinds,s.kind)} ×${s.ships.length}</span
                >`)}
          </p>`:p}
    ${Be(t,"Discard pile",e.discard)}
    ${Be(t,"Out of the game",e.removed)}
  </section>`}var js={board:ks,seat:Ps,table:Cs,score:(e,t)=>String(Pt(D(e,t))),title:({view:e,catalogue:t},n)=>[t.jarls[e.players[n]?.jarl??-1]?.name??"",e.turn&&e.first===n?"began":""].filter(Boolean).join(", "),weight:({view:e,before:t,acts:n})=>e.phase==="over"&&t?.phase!=="over"?3:e.event>=0&&t?.event!==e.event?2.5:n.every(o=>o.seat<0)?.4:n.map(o=>o.prompt).some(o=>/^(trade|challenge|althing)\./.test(o))?1.3:n.every(o=>Ie(o).every(a=>a.pass))?.5:1,event:e=>{let{view:t,before:n,catalogue:s}=e;return n?t.phase==="over"&&n.phase!=="over"?"end":t.event>=0&&t.event!==n.event?s.tiles[t.event]?.name??"event":Os(e.view)>Os(n)?"duchy":Sa(t,n)?"Follower replaced":"":""}};function Os(e){return Pt(e.players.map(t=>t.duchies.length))}function Sa(e,t){return e.owners.some((n,s)=>{let r=t.owners[s]??-1;return n>=0&&r>=0&&n!==r})}var Is={clansmen:Cn,northgard:ls,pax_viking:js};function Ds(e,t){if(t===-1)return"Chance";let n=e.seats[t]?.bot;return n?`Seat ${t} · ${n}`:`Seat ${t}`}function Hs(e,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${e.seats[t]?.bot??""}`}function J(e,t){return e.prompts[t]??t}function se(e){return e.text?e.text.join(", ")||"nothing":null}function Fe(e){return e.split(", ").map(t=>{let[,n,s]=/^\S+ (-?\d+)(?: (.+))?$/.exec(t)??[];return s||(n?Ue(t):t.replace(/^\S+ (?=\S)/,""))})}function _t(e){return Fe(e).join(" · ")}function St(e){let t=e/1e3;if(t<10)return`${t.toFixed(1)} ms`;if(t<1e3)return`${t.toFixed(0)} ms`;let n=t/1e3;return n<60?`${n.toFixed(1)} s`:`${Math.floor(n/60)} min ${Math.floor(n%60)} s`}function Ue(e){return e.slice(0,1).toUpperCase()+e.slice(1)}var Aa=60,Bs=new WeakMap;function Gs(e){if(!H(e))return()=>"";let t=Bs.get(e);if(t)return t;let n=new Map;for(let[r,o]of Object.entries(e))Array.isArray(o)&&n.set(r,o.map(La));let s=(r,o)=>(n.get(r)??n.get(`${r}s`))?.[o]??"";return Bs.set(e,s),s}function At(e,t,n){if(t===null)return"none";if(typeof t=="number")return`${t} ${n(e,t)}`.trimEnd();if(typeof t=="string")return t;if(typeof t=="boolean")return t?"yes":"no";if(Array.isArray(t)){let s=t.map(r=>At(e,r,n));return s.join(s.some(r=>r.includes(" "))?", ":" ")||"none"}return Object.entries(t).map(([s,r])=>`${re(s)} ${At(s,r,n)}`).join(", ")}function re(e){return Ue(e.replaceAll("_"," "))}function Ea(e){return[...new Set(e.flatMap(t=>Object.keys(t)))]}var zs={board:({view:e,catalogue:t})=>{let n=Gs(t);if(!H(e))return l`<p>${At("",e,n)}</p>`;let{players:s,...r}=e,o=Et(s)?r:e;return l`<div class="fields">${qe(o,n)}</div>`},seat:({view:e,catalogue:t},n)=>{let s=H(e)&&Et(e.players)?e.players[n]:void 0;return s?l`<div class="fields">${qe(s,Gs(t))}</div>`:l`${p}`},table:()=>l`${p}`,score:()=>"",title:()=>"",weight:({acts:e})=>e.length&&e.every(t=>t.seat===-1)?.4:1,event:()=>""};function qe(e,t){let n=Object.entries(e),s=n.filter(([,o])=>!Et(o)&&!H(o)),r=n.filter(([,o])=>Et(o)||H(o));return l`<dl>
      ${s.map(([o,a])=>{let i=At(o,a,t);return l`<div class=${i.length>Aa?"long":""} data-field=${o}>
          <dt>${re(o)}</dt>
          <dd>${i}</dd>
        </div>`})}
    </dl>
    ${r.map(([o,a])=>Na(o,a,t))}`}function Na(e,t,n){return l`<section data-field=${e}>
    <h3>${re(e)}</h3>
    ${Et(t)?Va(t,n):H(t)?qe(t,n):p}
  </section>`}function Va(e,t){let n=Ea(e);return l`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${n.map(s=>l`<th scope="col">${re(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map((s,r)=>l`<tr>
              <th scope="row">${r}</th>
              ${n.map(o=>l`<td>
                    ${o in s?At(o,s[o]??null,t):""}
                  </td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function La(e){return H(e)&&typeof e.name=="string"?e.name:""}function H(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Et(e){return Array.isArray(e)&&e.length>0&&e.every(H)}function Fs({parts:e}){return Object.keys(e[0]??{}).filter(t=>e.some(n=>n[t]))}function Us({parts:e},t){let n=Object.entries(e[t]??{}).filter(([,s])=>s);return n.length?`: ${n.map(([s,r])=>`${s} ${r}`).join(", ")}`:""}function Ca(e){return e.charged_us===void 0||!e.limit_us?null:Math.max(0,Math.min(1,e.charged_us/e.limit_us))}function Oa(e){return e.think_us===void 0||e.charged_us===void 0?"":e.limit_us?`${St(e.charged_us)} of ${St(e.limit_us)}`:St(e.think_us)}function Ks(e,t){let n=Ca(e);return l`<div class="clock">
    ${qs(n,e.fault?"bar over":"bar")}
    <span class="clock-words">${Oa(e)}</span>
    ${t>0&&e.bank_us!==void 0?l`${qs(e.bank_us/t,"bar bank")}
            <span class="clock-words">bank ${St(e.bank_us)}</span>`:p}
    ${e.refused?l`<span class="clock-words warn">${e.refused} refused</span>`:p}
  </div>`}function qs(e,t){return e===null?p:l`<svg class=${t} width="100%" height="6" aria-hidden="true">
    ${m`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(e*100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`}var ja="ABCDEF";function tt(e){return e===-1?l`<span class="badge chance" title="Chance">◆</span>`:l`<span class="badge seat-${e}">${e}</span>`}function Qs(e,t,n){let{seats:s}=e.replay.document;return l`<section class="seats" aria-label="Seats" tabindex="0">
    ${s.map((r,o)=>Ia(e,t,o,n))}
  </section>`}function Ia(e,t,n,s){let{replay:r,renderer:o,eye:a,step:i}=e,{document:c}=r,u=c.seats[n],d=r.lastAct(a,n,i),h=t.asked.find(w=>w.seat===n),f=d?.act.fault,$=d?.step===i,v=r.eyes.length>0;return l`<article
    class="seat seat-${n} ${h?"is-asked":""} ${$?"has-acted":""}"
    data-seat=${n}
    data-fault=${f??p}
    data-asked=${h?.prompt??p}
    aria-label="Seat ${n}"
  >
    <header>
      ${tt(n)}
      <div class="who">
        <h2>
          <span class="bot">${u?.bot}</span>
          <span class="quiet version">${u?.version}</span>
        </h2>
        ${v?Ws("clan",()=>o.title(t,n)):p}
        ${Da(c,n)}
      </div>
      ${v?Ws("score",()=>o.score(t,n)):p}
    </header>
    ${Ha(e,n)} ${d?Ks(d.act,s):p}
    ${f?l`<p class="fault">
            <strong>${f}</strong>: the referee answered${$?"":` at step ${d.step}`}
            ${d.act.evidence?l`<span class="evidence">${d.act.evidence}</span>`:p}
          </p>`:p}
    ${h?l`<p class="asked">asked: ${J(c,h.prompt)}</p>`:p}
    ${Ba(e,n)}
    ${v?st(`seat ${n}`,()=>o.seat(t,n)):p}
  </article>`}function Ws(e,t){return st(e,()=>{let n=t();return n?l`<span class=${e}>${n}</span>`:p})}function Da({teams:e},t){let n=e[t];return n===void 0?p:l`<span class="quiet">team ${ja[n]??n}</span>`}function Ha(e,t){let{outcome:n}=e.replay.document;if(!n||e.step!==e.last)return p;let s=n.forfeits.find(r=>r.seat===t);return l`<p class="result" data-rank=${n.ranks[t]??p}>
    <strong>rank ${n.ranks[t]}</strong>, score
    ${n.scores[t]}${Us(n,t)}
    ${s?l`<strong class="fault">forfeited: ${s.fault}</strong>`:p}
    ${n.substituted.includes(t)?l`<strong class="fault">a substitute played on</strong>`:p}
    ${n.stood_in.includes(t)?l`<strong class="fault">lost by its stand-ins</strong>`:p}
  </p>`}function Ba(e,t){let{replay:n,eye:s,step:r}=e,o=n.lastAct(s,t,r,a=>!!a.annotation);return o?l`<blockquote
    class="remark ${o.step===r?"":"old"}"
    data-remark=${o.step}
  >
    <p>${o.act.annotation}</p>
    ${o.step===r?p:l`<footer>step ${o.step}</footer>`}
  </blockquote>`:p}function Zs(e){let t=e.querySelector(".seats"),n=t?.querySelector(".has-acted");if(!t||!n||t.scrollHeight<=t.clientHeight)return;let s=t.getBoundingClientRect(),r=n.getBoundingClientRect();r.top<s.top?t.scrollTop+=r.top-s.top:r.bottom>s.bottom&&(t.scrollTop+=r.bottom-s.bottom)}function Ys(e,t){let{document:n}=e.replay,{match:s}=n;return l`<header class="heading">
    <div class="title">
      <h1>${s.title}</h1>
      <p class="quiet id">${s.id}</p>
      ${n.live?l`<p class="live">
              live, ${n.live.delay_s?`${n.live.delay_s} s later`:"at once"}
            </p>`:p}
      <details class="facts">
        <summary>Match</summary>
        ${za(n)}
      </details>
    </div>
    ${n.note?l`<p class="note" role="note">${n.note}</p>`:p}
    ${t?l`<p class="note" role="status" data-problem>${t}</p>`:p}
    ${Ga(e)}
  </header>`}function Ga(e){let{outcome:t,seats:n}=e.replay.document;if(!t||e.step!==e.last)return p;let s=n.map((o,a)=>({who:o,seat:a,rank:t.ranks[a]??0})).sort((o,a)=>o.rank-a.rank),r=Fs(t);return l`<div class="outcome" data-reason=${t.reason}>
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
              <th scope="row">${tt(a)} <span class="bot">${o.bot}</span></th>
              <td><strong>${t.scores[a]}</strong></td>
              ${r.map(c=>l`<td data-part=${c}>${t.parts[a]?.[c]}</td>`)}
            </tr>`)}
      </tbody>
    </table>
    ${t.decided.length?l`<ul class="decided">
            ${t.decided.map(o=>l`<li>${o}</li>`)}
          </ul>`:p}
  </div>`}function za({match:e,seats:t}){let n=[["Game",`${e.game} ${e.version}, lawspeaker ${e.engine}`],["Clock",e.clock],["Started",Xs(e.started_ms)],["Ended",e.ended_ms===null?"":Xs(e.ended_ms)],["Seed",e.seed??""],["Seed's commitment",e.commitment],["Signed by",e.signed_by],...t.map((s,r)=>[`Seat ${r}`,[`${s.bot} ${s.version}`,s.sdk,s.identity&&`token ${s.identity}`].filter(o=>o).join(", ")]),...Object.entries(e.options)];return l`<dl>
    ${n.filter(([,s])=>s).map(([s,r])=>l`<div>
            <dt>${s}</dt>
            <dd>${r}</dd>
          </div>`)}
  </dl>`}function Xs(e){return new Date(e).toISOString().replace("T"," ").replace(/\..*/," UTC")}var Js=[{keys:[" "],shown:"Space",does:"play or pause",act:e=>e.toggle()},{keys:["ArrowRight"],shown:"→",does:"one step forward",act:e=>e.by(1)},{keys:["ArrowLeft"],shown:"←",does:"one step back",act:e=>e.by(-1)},{keys:["PageDown"],shown:"Page down",does:"next chapter",act:e=>e.byChapter(1)},{keys:["PageUp"],shown:"Page up",does:"beginning of the chapter, or the one before",act:e=>e.byChapter(-1)},{keys:["Home"],shown:"Home",does:"beginning",act:e=>e.go(0)},{keys:["End"],shown:"End",does:"end",act:e=>e.go(e.last)},{keys:["+","="],shown:"+",does:"faster",act:e=>e.faster(1)},{keys:["-"],shown:"−",does:"slower",act:e=>e.faster(-1)},{keys:["0","1","2","3","4","5"],shown:"0 to 5",does:"what this seat sees",act:(e,t)=>e.look(Number(t))},{keys:["a"],shown:"a",does:"all hands",act:e=>e.look(-2)},{keys:["s"],shown:"s",does:"what spectators see",act:e=>e.look(-1)}];function tr(e,t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(n?.closest("select, textarea, input:not([type=range])")||t.key===" "&&n?.closest("button, summary, a"))return!1;let s=Js.find(r=>r.keys.includes(t.key));return s?(t.preventDefault(),s.act(e,t.key),!0):!1}function er(e){return l`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${Js.map(t=>l`<div>
            <dt><kbd>${t.shown}</kbd></dt>
            <dd>${t.does}</dd>
          </div>`)}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${e}>Close</button>
  </dialog>`}var et={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},oe=e=>(...t)=>({_$litDirective$:e,values:t}),dt=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,n,s){this._$Ct=t,this._$AM=n,this._$Ci=s}_$AS(t,n){return this.update(t,n)}update(t,n){return this.render(...n)}};var Fa={},ae=oe(class extends dt{constructor(){super(...arguments),this.ot=Fa}render(e,t){return t()}update(e,[t,n]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((s,r)=>s===this.ot[r]))return M}else if(this.ot===t)return M;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,n)}});var nr=60,Ua=60;function qa(e,t){let n=e.length?e:[{step:0,label:""}];return n.flatMap(({step:s,label:r},o)=>{let a=Math.min(n[o+1]?.step??1/0,t),i=[];for(let c=s+1;c<=a;c+=nr)i.push({from:c,to:Math.min(c+nr-1,a),label:_t(r)});return i})}function Ka(e,t){let n=0;return e.toReversed().map(({from:s,to:r})=>{let o=n===0||n+r-s<Ua;return n+=r-s+1,t.get(s)??o}).toReversed()}function sr(e,t,n){let{replay:s,step:r}=e,o=qa(s.document.chapters,r),a=Ka(o,t);return l`<section class="log" aria-label="Log" tabindex="0">
    ${o.length?p:l`<p class="quiet">The match begins.</p>`}
    ${o.map((i,c)=>{let u=a[c]??!1;return l`<details ?open=${u}>
        <summary @click=${h=>{h.preventDefault(),t.set(i.from,!u),n()}}>
          <span>${i.label||"Steps"}</span>
          <span class="quiet"
            >${i.from===i.to?i.to:`${i.from}–${i.to}`}</span
          >
        </summary>
        <ol>
          ${u?Wa(e,i):p}
        </ol>
      </details>`})}
  </section>`}function*Wa({replay:e,eye:t,step:n},s){for(let r=s.from;r<=s.to;r++)yield l`<li data-step=${r} aria-current=${r===n?"step":p}>
      ${ae([e,t,r],()=>Qa(e.document,r,e.acts(t,r),e.document.steps[r-1]))}
    </li>`}function Qa(e,t,n,s){return l`<a href="#step=${t}" tabindex="-1"
      >${n.map(r=>l`<span class="act" title=${`Step ${t}: ${J(e,r.prompt)}`}
            >${tt(r.seat)}
            ${Za(r)}${r.seat===-1?l` <span class="quiet">${r.prompt}</span>`:p}${r.fault?l` <strong class="fault" data-fault=${r.fault}>${r.fault}</strong
                    >${r.evidence?l` <span class="fault">${r.evidence}</span>`:p}`:p}</span
          >`)}</a
    >${s?.changes?.length?l`<ul>
            ${s.changes.map(r=>l`<li>${r}</li>`)}
          </ul>`:p}`}function Za(e){return se(e)??l`<span class="quiet" data-hidden>hidden</span>`}function rr(e){let t=e.querySelector(".log");t&&(t.scrollTop=t.scrollHeight)}var ie=class{#s;#e;#n=null;#t=0;#o=[];#r=[];#a=[];#i=1;#l=null;constructor(t,n){this.#s=t,this.#e=n}of(t,n){if(t!==this.#n||n!==this.#t){let s=this.#n!==null&&n===this.#t&&t.last>=this.#n.last;this.#n=t,this.#t=n,this.#o=t.faults(n).map(r=>({step:r,fault:!0,word:`step ${r}: ${Xa(t,n,r)}`})),s||(this.#r=[],this.#i=1),this.#a=[...this.#r,...this.#o],this.#c()}return this.#a}#c(){this.#l!==null&&clearTimeout(this.#l),this.#l=setTimeout(()=>{this.#l=null;let t=this.#n;if(!t||t.eyes.length===0||this.#i>t.last)return;let n=performance.now()+8;for(;this.#i<=t.last&&performance.now()<n;){let s=this.#i++,r=this.#s.event(t.scene(this.#t,s));r&&this.#r.push({step:s,word:`step ${s}: ${r}`,fault:!1})}this.#i<=t.last?this.#c():this.#a.length<this.#r.length+this.#o.length&&(this.#a=[...this.#r,...this.#o],this.#e())})}};function Xa(e,t,n){return e.acts(t,n).filter(s=>s.fault).map(s=>`seat ${s.seat}, ${s.fault??""}`).join("; ")}var Ya=700,le=class{#s;#e;#n;#t=0;#o;#r=1;#a=null;constructor(t,n,s){this.#n=t,this.#s=n,this.#e=s,this.#o=t.eyes[0]??-1,this.live&&(this.#t=t.last)}get replay(){return this.#n}get renderer(){return this.#s}get step(){return this.#t}get last(){return this.#n.last}get eye(){return this.#o}get speed(){return this.#r}get playing(){return this.#a!==null}get live(){return!!this.#n.document.live}get place(){return{step:this.#t,eye:this.#o,speed:this.#r}}replace(t){let n=this.live&&this.#t===this.last;this.#n=t,t.eyes.includes(this.#o)||(this.#o=t.eyes[0]??-1),this.#t=n?t.last:Math.min(this.#t,t.last),this.#e()}go(t){this.#l(),this.#t=this.#c(t),this.#e()}by(t){this.go(this.#t+t)}byChapter(t){let{chapters:n}=this.#n.document,s=n.map(o=>o.step),r=t>0?s.find(o=>o>this.#t):s.findLast(o=>o<this.#t);this.go(r??(t>0?this.last:0))}look(t){!this.#n.eyes.includes(t)||t===this.#o||(this.#o=t,this.#e())}hurry(t){!W.includes(t)||t===this.#r||(this.#r=t,this.playing&&this.#i(),this.#e())}faster(t){this.hurry(W[W.indexOf(this.#r)+t]??this.#r)}visit({step:t,eye:n,speed:s}){n!==void 0&&this.look(n),s!==void 0&&this.hurry(s),t!==void 0&&this.#c(t)!==this.#t&&this.go(t)}toggle(){this.playing?this.#l():(this.#t===this.last&&(this.#t=0),this.#i()),this.#e()}#i(){this.#l();let t=this.#n.scene(this.#o,this.#t),n=Ya*this.#s.weight(t)/this.#r;this.#a=setTimeout(()=>{this.#l(),this.#t=this.#c(this.#t+1),this.#t<this.last&&this.#i(),this.#e()},n)}#l(){this.#a!==null&&clearTimeout(this.#a),this.#a=null}#c(t){return Math.max(0,Math.min(t,this.last))}};function ar(e){let{replay:t,step:n,eye:s}=e,r=e.playing&&e.speed>1;return l`<div class="taken" aria-live=${r?"off":"polite"} aria-atomic="true">
    ${n===0?l`<p class="quiet">Before the first step.</p>`:Ja(e,t.acts(s,n))}
  </div>`}function Ja(e,t){let{document:n}=e.replay,s=t[0]?.prompt;return s===void 0||t.length===1||t.some(r=>r.prompt!==s)?t.map(r=>or(n,r,ti(n,r))):l`<p class="question">${J(n,s)}</p>
    <div class="at-once">${t.map(r=>or(n,r,""))}</div>`}function ti(e,t){return t.seat===-1?t.stream??t.prompt:J(e,t.prompt)}function or(e,t,n){let s=se(t);return l`<p data-act=${t.seat}>
    ${tt(t.seat)} <strong>${Ds(e,t.seat)}</strong>
    <span class="question">${n}</span>
    <span class="arrow" aria-hidden="true">→</span>
    ${s===null?l`<span class="answer quiet" data-hidden>hidden</span>`:l`<span class="answer">${s}</span>`}
    ${t.fault?l`<strong class="fault" data-fault=${t.fault}
            >${t.fault}: the referee answered</strong
          >`:p}
    ${t.stand_in?l`<strong class="fault" data-stand-in>a stand-in: ${t.stand_in}</strong>`:p}
  </p>`}var{I:Up}=on;var ir=e=>e.strings===void 0;var ei={},lr=(e,t=ei)=>e._$AH=t;var ce=oe(class extends dt{constructor(e){if(super(e),e.type!==et.PROPERTY&&e.type!==et.ATTRIBUTE&&e.type!==et.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!ir(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===M||t===p)return t;let n=e.element,s=e.name;if(e.type===et.PROPERTY){if(t===n[s])return M}else if(e.type===et.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(s))return M}else if(e.type===et.ATTRIBUTE&&n.getAttribute(s)===t+"")return M;return lr(e),t}});var ni={first:"M4 3v10M13 3 6.5 8l6.5 5z",last:"M12 3v10M3 3l6.5 5L3 13z",back:"M10.5 3 5.5 8l5 5",forward:"M5.5 3l5 5-5 5",chapterBack:"M8 3 3 8l5 5M13 3 8 8l5 5",chapterForward:"M3 3l5 5-5 5M8 3l5 5-5 5",play:"M4.5 2.5 13 8l-8.5 5.500z",pause:"M5 3v10M11 3v10",link:"M6.5 9.500l3-3M7 5l1.5-1.500a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.500a2.8 2.8 0 0 1-4-4L5 7"};function j(e){return l`<svg class="icon icon-${e}" viewBox="0 0 16 16" aria-hidden="true">
    ${m`<path d=${ni[e]} />`}
  </svg>`}var si=6.6,cr=10;function pr(e,t){return t>0?e/t*100:0}function ri(e,t){let n=[],s=e.map(({step:r,label:o})=>{let a=Fe(o),i=Math.max(a.findIndex((c,u)=>c!==n[u]),0);return n=a,{step:r,level:i,length:0,label:a[i]??"",title:_t(o)}});return s.map((r,o)=>{let a=s.slice(o+1).find(i=>i.level<=r.level);return{...r,length:(a?.step??t)-r.step}})}function oi(e,t,n){let s=[];return e.filter(r=>r.level<2).sort((r,o)=>r.level-o.level||o.length-r.length).filter(r=>{let o=pr(r.step,t)/100*n,a=o+r.label.length*si+cr;return a>n+cr||s.some(i=>o<i.to&&a>i.from)?!1:(s.push({from:o,to:a}),!0)}).sort((r,o)=>r.step-o.step)}function ur(e,t,n,s,r){let{replay:o,step:a,last:i}=e,{chapters:c}=o.document,u=c[o.chapter(a)]?.label,d=u?_t(u):"";return l`<footer class="timeline" aria-label="Timeline">
    <div class="track">
      ${ae([o,t,n],()=>ii(e,ri(c,i),t,n))}
      <input
        type="range"
        min="0"
        max=${i}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${a} of ${i}${d&&`, ${d}`}`}
        .value=${ce(String(a))}
        @input=${h=>{h.target instanceof HTMLInputElement&&e.go(Number(h.target.value))}}
      />
    </div>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${B(j("first"),"First step",()=>e.go(0),a===0)}
        ${B(j("chapterBack"),"Previous chapter",()=>e.byChapter(-1),a===0)}
        ${B(j("back"),"One step back",()=>e.by(-1),a===0)}
        ${B(j(e.playing?"pause":"play"),e.playing?"Pause":"Play",()=>e.toggle(),i===0,"play")}
        ${B(j("forward"),"One step forward",()=>e.by(1),a===i)}
        ${B(j("chapterForward"),"Next chapter",()=>e.byChapter(1),a===i)}
        ${B(j("last"),"Last step",()=>e.go(i),a===i)}
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
            .value=${ce(String(e.speed))}
            @change=${h=>{h.target instanceof HTMLSelectElement&&e.hurry(Number(h.target.value))}}
          >
            ${W.map(h=>l`<option value=${h} ?selected=${h===e.speed}>${h}×</option>`)}
          </select></label
        >
        ${ai(e)} ${s?B(j("link"),"Copy link",s,!1):p}
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
  </footer>`}function ai(e){let{eyes:t,document:n}=e.replay;return t.length===0?p:l`<label
    ><span class="hideable">Seen by</span>
    <select
      class="eyes"
      aria-label="Seen by"
      .value=${ce(String(e.eye))}
      @change=${s=>{s.target instanceof HTMLSelectElement&&e.look(Number(s.target.value))}}
    >
      ${t.map(s=>l`<option value=${s} ?selected=${s===e.eye}>
            ${Hs(n,s)}
          </option>`)}
    </select></label
  >`}function ii(e,t,n,s){let{last:r}=e,o=a=>`${pr(a,r).toFixed(3)}%`;return l`<svg class="chapters" width="100%" height="40" aria-hidden="true">
    ${t.map(a=>m`<line class=${a.level?"tick":"tick major"} x1=${o(a.step)} x2=${o(a.step)}
          y1=${Math.min(a.level*7,14)} y2="20"><title>${a.title}</title></line>`)}
    ${oi(t,r,s).map(a=>m`<text class=${a.level?"":"major"} x=${o(a.step)} dx="3" y="9">${a.label}</text>`)}
    ${n.map(a=>{let i=()=>e.go(a.step),c=m`<title>${a.word}</title>`;return a.fault?m`<rect class="mark fault" x=${o(a.step)} y="29" width="3" height="10" transform="translate(-1.5 0)" @click=${i}>${c}</rect>`:m`<circle class="mark" cx=${o(a.step)} cy="34" r="3" @click=${i}>${c}</circle>`})}
  </svg>`}function B(e,t,n,s,r=""){return l`<button
    type="button"
    class=${r}
    aria-label=${t}
    title=${t}
    aria-disabled=${s?"true":p}
    @click=${n}
  >
    ${e}
  </button>`}var pe=class{#s;#e;#n;#t;#o=new Map;#r="";#a=600;#i=0;#l=-1;#c={replay:null,largest:0};constructor(t,n){this.#s=t;let s=Is[n.document.match.game]??zs,r=()=>this.#p();this.#e=new le(n,s,r),this.#n=new ie(s,r),this.#t=new It(o=>this.#e.visit(o)),this.#e.visit(this.#t.place),this.#d(),addEventListener("keydown",o=>this.#y(o)),new ResizeObserver(([o])=>{let a=Math.round(o?.contentRect.width??0);a&&a!==this.#a&&(this.#a=a,this.#p())}).observe(this.#f(".track"))}update(t,n){n!==this.#r&&(this.#r=n,this.#p()),t!==this.#e.replay&&this.#e.replace(t)}#p(){this.#i||(this.#i=requestAnimationFrame(()=>this.#d()))}#d(){this.#i=0;let t=this.#e;yt(this.#$(),this.#s),t.step!==this.#l&&(rr(this.#s),Zs(this.#s)),this.#l=t.step,this.#t.write(this.#m())}#m(){let{live:t,step:n,last:s,place:r}=this.#e;return t&&n===s?{eye:r.eye,speed:r.speed}:r}#$(){let t=this.#e,{replay:n,renderer:s,step:r,eye:o}=t,a=n.scene(o,r),i=n.eyes.length>0,c="clipboard"in navigator?()=>{this.#b()}:null;return l`${Ys(t,this.#r)}
      <main
        data-step=${r}
        data-steps=${t.last}
        data-eye=${o}
        data-game=${n.document.match.game}
        ?data-playing=${t.playing}
      >
        <div class="middle">
          <section class="board" aria-label="Board">
            ${ar(t)} ${i?st("board",()=>s.board(a)):p}
          </section>
          ${i?l`<section class="table" aria-label="Table">
                  ${st("table",()=>s.table(a))}
                </section>`:p}
        </div>
        ${Qs(t,a,this.#g(n))}
        ${sr(t,this.#o,()=>this.#p())}
      </main>
      ${ur(t,this.#n.of(n,o),this.#a,c,()=>this.#h())}
      ${er(()=>this.#u().close())}`}#g(t){if(this.#c.replay!==t){let n=t.document.steps.flatMap(s=>s.acts.map(r=>r.bank_us??0));this.#c={replay:t,largest:n.reduce((s,r)=>Math.max(s,r),0)}}return this.#c.largest}#y(t){this.#u().open||(t.key==="?"&&!t.ctrlKey&&!t.metaKey&&!t.altKey?this.#h():tr(this.#e,t))}#h(){this.#u().showModal()}#u(){return this.#f("dialog")}async#b(){this.#t.writeNow(this.#m());try{await navigator.clipboard.writeText(location.href),this.#r=""}catch{this.#r="The browser does not let this page copy the address."}this.#p()}#f(t){let n=this.#s.querySelector(t);if(!n)throw new Error(`the page has no ${t}`);return n}};var mt=class e{document;#s=new Map;#e=new Map;#n;constructor(t){this.document=t,this.#n=t.seats.map(()=>[]),this.#o(0)}get last(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,n){return dr(this.#s,t,n,this.#t(t)?.views)}said(t,n){return dr(this.#e,t,n,this.#t(t)?.said)??{}}#t(t){return this.document.eyes.find(n=>n.eye===t)}acts(t,n){let s=this.document.steps[n-1]?.acts??[],r=this.#t(t)?.acts;return r?s.map((o,a)=>{let i=r[`${n-1}.${a}`];return i?{...o,...i}:o}):s}asked(t){let n=this.document.steps[t];return n?n.acts.filter(s=>s.seat>=0).map(s=>({seat:s.seat,prompt:s.prompt})):this.document.asked}scene(t,n){let{catalogue:s,seats:r,teams:o}=this.document;return{view:this.view(t,n),before:n>0?this.view(t,n-1):null,catalogue:s,seats:r,teams:o,acts:this.acts(t,n),said:this.said(t,n),asked:this.asked(n),eye:t}}lastAct(t,n,s,r=()=>!0){let o=this.#n[n]??[];for(let a=mr(o,s);a>=0;a--){let i=o[a]??0,c=this.acts(t,i).find(u=>u.seat===n&&r(u));if(c)return{step:i,act:c}}return null}faults(t){let n=[];for(let s=1;s<=this.last;s++)this.acts(t,s).some(r=>r.fault)&&n.push(s);return n}chapter(t){return mr(this.document.chapters.map(n=>n.step),t)}with(t){if(t.from!==this.last)return null;let n=this.document,s=new e({...n,match:t.match??n.match,prompts:{...n.prompts,...t.prompts},steps:[...n.steps,...t.steps],chapters:[...n.chapters,...t.chapters],asked:t.asked,eyes:n.eyes.map(r=>{let o=t.eyes.find(i=>i.eye===r.eye);if(!o)return r;let a=(i=[])=>i.slice(i.length-t.steps.length);return{eye:r.eye,views:[...r.views,...a(o.views)],...r.said?{said:[...r.said,...a(o.said)]}:{},acts:{...r.acts,...o.acts}}}),outcome:t.outcome??n.outcome,note:t.note??n.note});for(let[r,o]of this.#s)s.#s.set(r,o);for(let[r,o]of this.#e)s.#e.set(r,o);return s}#o(t){for(let n=t;n<this.last;n++)for(let s of this.document.steps[n]?.acts??[])this.#n[s.seat]?.push(n+1)}};function dr(e,t,n,s){if(!s)return null;let r=e.get(t);r||e.set(t,r=[]);for(let o=r.length;o<=n;o++){let a=s[o]??null,i=r[o-1]??null;r.push(a===null?i:o===0?a:Dt(i,a))}return r[n]??null}function mr(e,t){let n=0,s=e.length;for(;n<s;){let r=n+s>>1;(e[r]??0)<=t?n=r+1:s=r}return n-1}var li=1e3,ci=15e3,pi=2e4;async function hr(){let e=document.getElementById("match");return e?.textContent?$r(await ui(e.textContent)):null}async function ui(e){try{let t=Uint8Array.from(atob(e),s=>s.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return JSON.parse(await new Response(n).text())}catch(t){throw new Error("the match in this page is damaged",{cause:t})}}var ue=class{#s=`${location.pathname.replace(/\/$/,"")}/frames`;async document(){return $r(await this.#e(this.#s))}async news(t){return await this.#e(`${this.#s}?from=${t}`)}async#e(t){let n=await fetch(t,{cache:"no-cache",signal:AbortSignal.timeout(pi)}).catch(s=>{throw new Error("the server does not answer",{cause:s})});if(n.status===304)return null;if(n.status===404)throw new Error("the server does not know this match");if(!n.ok)throw new Error(`the server answers ${n.status} ${n.statusText}`);return n.json()}};async function fr(e,t,n,s=li){let r=t,o=s;for(;r.document.live;){await mi(o);try{let a=await e.news(r.last);a&&(r=await di(e,r,a)),o=s,n(r,"")}catch(a){o=Math.min(o*2,ci);let i=Math.ceil(o/1e3);n(r,`No news: ${Ke(a)}. The page asks again in ${i} s.`)}}}async function di(e,t,n){return(n.live&&!n.reload?t.with(n):null)??new mt(await e.document())}function Ke(e){return e instanceof Error?e.message:String(e)}function $r(e){if(e?.format!==1)throw new Error("this match is in a format that this page does not know");return e}function mi(e){return new Promise(t=>setTimeout(t,e))}async function hi(e){let t=n=>yt(n,e);t(l`<p class="status" role="status">Loading the match.</p>`);try{let n=await hr(),s=n?null:new ue,r=n??await s?.document();if(!r)throw new Error("there is no match in this page");let o=new mt(r);document.title=`${r.match.title}: ${r.match.id}`,yt(l``,e);let a=new pe(e,o);s&&await fr(s,o,(i,c)=>a.update(i,c))}catch(n){t(l`<p class="status fault" role="alert">
        The match cannot be shown: ${Ke(n)}. Reload the page to try again.
      </p>`)}}var gr=document.getElementById("viewer");gr&&hi(gr);})();
