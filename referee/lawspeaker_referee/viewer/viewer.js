"use strict";(()=>{var Te=globalThis,dn=e=>e,Ft=Te.trustedTypes,mn=Ft?Ft.createPolicy("lit-html",{createHTML:e=>e}):void 0,Pe="$lit$",L=`lit$${Math.random().toFixed(9).slice(2)}$`,Me="?"+L,oo=`<${Me}>`,W=document,Rt=()=>W.createComment(""),Tt=e=>e===null||typeof e!="object"&&typeof e!="function",Se=Array.isArray,bn=e=>Se(e)||typeof e?.[Symbol.iterator]=="function",Re=`[ 	
\f\r]`,kt=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,hn=/-->/g,fn=/>/g,U=RegExp(`>|${Re}(?:([^\\s"'>=/]+)(${Re}*=${Re}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),$n=/'/g,gn=/"/g,vn=/^(?:script|style|textarea|title)$/i,_e=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),l=_e(1),m=_e(2),Dl=_e(3),P=Symbol.for("lit-noChange"),u=Symbol.for("lit-nothing"),yn=new WeakMap,K=W.createTreeWalker(W,129);function wn(e,t){if(!Se(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return mn!==void 0?mn.createHTML(t):t}var xn=(e,t)=>{let n=e.length-1,s=[],r,o=t===2?"<svg>":t===3?"<math>":"",i=kt;for(let a=0;a<n;a++){let c=e[a],d,p,h=-1,f=0;for(;f<c.length&&(i.lastIndex=f,p=i.exec(c),p!==null);)f=i.lastIndex,i===kt?p[1]==="!--"?i=hn:p[1]!==void 0?i=fn:p[2]!==void 0?(vn.test(p[2])&&(r=RegExp("</"+p[2],"g")),i=U):p[3]!==void 0&&(i=U):i===U?p[0]===">"?(i=r??kt,h=-1):p[1]===void 0?h=-2:(h=i.lastIndex-p[2].length,d=p[1],i=p[3]===void 0?U:p[3]==='"'?gn:$n):i===gn||i===$n?i=U:i===hn||i===fn?i=kt:(i=U,r=void 0);let $=i===U&&e[a+1].startsWith("/>")?" ":"";o+=i===kt?c+oo:h>=0?(s.push(d),c.slice(0,h)+Pe+c.slice(h)+L+$):c+L+(h===-2?a:$)}return[wn(e,o+(e[n]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),s]},Pt=class e{constructor({strings:t,_$litType$:n},s){let r;this.parts=[];let o=0,i=0,a=t.length-1,c=this.parts,[d,p]=xn(t,n);if(this.el=e.createElement(d,s),K.currentNode=this.el.content,n===2||n===3){let h=this.el.content.firstChild;h.replaceWith(...h.childNodes)}for(;(r=K.nextNode())!==null&&c.length<a;){if(r.nodeType===1){if(r.hasAttributes())for(let h of r.getAttributeNames())if(h.endsWith(Pe)){let f=p[i++],$=r.getAttribute(h).split(L),v=/([.?@])?(.*)/.exec(f);c.push({type:1,index:o,name:v[2],strings:$,ctor:v[1]==="."?Ut:v[1]==="?"?Kt:v[1]==="@"?Wt:Y}),r.removeAttribute(h)}else h.startsWith(L)&&(c.push({type:6,index:o}),r.removeAttribute(h));if(vn.test(r.tagName)){let h=r.textContent.split(L),f=h.length-1;if(f>0){r.textContent=Ft?Ft.emptyScript:"";for(let $=0;$<f;$++)r.append(h[$],Rt()),K.nextNode(),c.push({type:2,index:++o});r.append(h[f],Rt())}}}else if(r.nodeType===8)if(r.data===Me)c.push({type:2,index:o});else{let h=-1;for(;(h=r.data.indexOf(L,h+1))!==-1;)c.push({type:7,index:o}),h+=L.length-1}o++}}static createElement(t,n){let s=W.createElement("template");return s.innerHTML=t,s}};function Q(e,t,n=e,s){if(t===P)return t;let r=s!==void 0?n._$Co?.[s]:n._$Cl,o=Tt(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(e),r._$AT(e,n,s)),s!==void 0?(n._$Co??=[])[s]=r:n._$Cl=r),r!==void 0&&(t=Q(e,r._$AS(e,t.values),r,s)),t}var zt=class{constructor(t,n){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:n},parts:s}=this._$AD,r=(t?.creationScope??W).importNode(n,!0);K.currentNode=r;let o=K.nextNode(),i=0,a=0,c=s[0];for(;c!==void 0;){if(i===c.index){let d;c.type===2?d=new ct(o,o.nextSibling,this,t):c.type===1?d=new c.ctor(o,c.name,c.strings,this,t):c.type===6&&(d=new Qt(o,this,t)),this._$AV.push(d),c=s[++a]}i!==c?.index&&(o=K.nextNode(),i++)}return K.currentNode=W,r}p(t){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(t,s,n),n+=s.strings.length-2):s._$AI(t[n])),n++}},ct=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,n,s,r){this.type=2,this._$AH=u,this._$AN=void 0,this._$AA=t,this._$AB=n,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,n=this._$AM;return n!==void 0&&t?.nodeType===11&&(t=n.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,n=this){t=Q(this,t,n),Tt(t)?t===u||t==null||t===""?(this._$AH!==u&&this._$AR(),this._$AH=u):t!==this._$AH&&t!==P&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):bn(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==u&&Tt(this._$AH)?this._$AA.nextSibling.data=t:this.T(W.createTextNode(t)),this._$AH=t}$(t){let{values:n,_$litType$:s}=t,r=typeof s=="number"?this._$AC(t):(s.el===void 0&&(s.el=Pt.createElement(wn(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(n);else{let o=new zt(r,this),i=o.u(this.options);o.p(n),this.T(i),this._$AH=o}}_$AC(t){let n=yn.get(t.strings);return n===void 0&&yn.set(t.strings,n=new Pt(t)),n}k(t){Se(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,r=0;for(let o of t)r===n.length?n.push(s=new e(this.O(Rt()),this.O(Rt()),this,this.options)):s=n[r],s._$AI(o),r++;r<n.length&&(this._$AR(s&&s._$AB.nextSibling,r),n.length=r)}_$AR(t=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);t!==this._$AB;){let s=dn(t).nextSibling;dn(t).remove(),t=s}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},Y=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,n,s,r,o){this.type=1,this._$AH=u,this._$AN=void 0,this.element=t,this.name=n,this._$AM=r,this.options=o,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=u}_$AI(t,n=this,s,r){let o=this.strings,i=!1;if(o===void 0)t=Q(this,t,n,0),i=!Tt(t)||t!==this._$AH&&t!==P,i&&(this._$AH=t);else{let a=t,c,d;for(t=o[0],c=0;c<o.length-1;c++)d=Q(this,a[s+c],n,c),d===P&&(d=this._$AH[c]),i||=!Tt(d)||d!==this._$AH[c],d===u?t=u:t!==u&&(t+=(d??"")+o[c+1]),this._$AH[c]=d}i&&!r&&this.j(t)}j(t){t===u?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},Ut=class extends Y{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===u?void 0:t}},Kt=class extends Y{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==u)}},Wt=class extends Y{constructor(t,n,s,r,o){super(t,n,s,r,o),this.type=5}_$AI(t,n=this){if((t=Q(this,t,n,0)??u)===P)return;let s=this._$AH,r=t===u&&s!==u||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,o=t!==u&&(s===u||r);r&&this.element.removeEventListener(this.name,this,s),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},Qt=class{constructor(t,n,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){Q(this,t)}},kn={M:Pe,P:L,A:Me,C:1,L:xn,R:zt,D:bn,V:Q,I:ct,H:Y,N:Kt,U:Wt,B:Ut,F:Qt},io=Te.litHtmlPolyfillSupport;io?.(Pt,ct),(Te.litHtmlVersions??=[]).push("3.3.3");var Z=(e,t,n)=>{let s=n?.renderBefore??t,r=s._$litPart$;if(r===void 0){let o=n?.renderBefore??null;s._$litPart$=r=new ct(t.insertBefore(Rt(),o),o,void 0,n??{})}return r._$AI(e),r};var J=[1,2,4,8];function Rn(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=Ae(t.get("step")),s=Ae(t.get("eye")),r=Ae(t.get("speed"));return{...n!==null&&n>=0&&{step:n},...s!==null&&{eye:s},...r!==null&&J.includes(r)&&{speed:r}}}function ao({step:e,eye:t,speed:n}){return`#${[e===void 0?"":`step=${e}`,t===void 0?"":`eye=${t}`,n===void 0||n===1?"":`speed=${n}`].filter(r=>r).join("&")}`}var Yt=class{#r;#e=location.hash;#s=null;constructor(t,n=300){this.#r=n,addEventListener("hashchange",s=>{this.#t(),this.#e=new URL(s.newURL).hash,t(Rn(this.#e))})}get place(){return Rn(this.#e)}write(t){this.#t(),this.#s=setTimeout(()=>this.writeNow(t),this.#r)}writeNow(t){this.#t();let n=ao(t);location.hash!==this.#e||n===this.#e||(history.replaceState(null,"",n),this.#e=n)}#t(){this.#s!==null&&clearTimeout(this.#s),this.#s=null}};function Ae(e){return e!==null&&/^-?\d{1,9}$/.test(e)?Number(e):null}function ut(e,t){try{return t()}catch(n){return console.error(n),l`<p class="fault" data-failed>The ${e} cannot be drawn: ${String(n)}</p>`}}function Zt(e,t){if(!Tn(t))return t;if(Array.isArray(e)){let s=[...e];for(let[r,o]of Object.entries(t))s[Number(r)]=Zt(s[Number(r)]??null,o);return s}if(!Tn(e))return t;let n={...e};for(let[s,r]of Object.entries(t))n[s]=Zt(e[s]??null,r);return n}function Tn(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var lo={lowlands:m`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,hills:m`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,forest:m`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,swamp:m`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,mountain:m`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,lake:m`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`};function Ee(e){return lo[e]??u}var Pn=[m`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,m`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,m`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,m`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`];function Mt(e,t,n){return m`<g class=${`cl-person seat-${t}${n?" cl-weak":""}`}>
    ${Pn[e]??Pn[0]}</g>`}function Jt(e,t,n){return l`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${Mt(e,t,n)}
  </svg>`}var co=[m`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,m`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,m`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,m`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`];function Mn(e){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${co[e]??u}
  </svg>`}function Sn(){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    <path class="cl-respect" d="M2.5 12.500v-7l3 3L8 3.500l2.500 5 3-3v7z" />
  </svg>`}var uo={fence:m`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,stone_fence:m`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,wooden_house:m`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,stone_house:m`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`};function Oe(e){return uo[e]??u}var po=[[],[[10,10]],[[5.5,5.5],[14.5,14.5]],[[5.5,5.5],[10,10],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[5.5,14.5],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[10,10],[5.5,14.5],[14.5,14.5]],[[5.5,5],[14.5,5],[5.5,10],[14.5,10],[5.5,15],[14.5,15]]];function Ne(e,t=""){return m`<g class=${`cl-die ${t}${e?"":" cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(po[e]??[]).map(([n,s])=>m`<circle cx=${n} cy=${s} r="1.900" />`)}
  </g>`}function St(e,t=""){return l`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${e?`a ${e}`:"not rolled"}</title>
    ${Ne(e,t)}
  </svg>`}var X=20*Math.sqrt(3)/2,Xt=14,Ce=[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]],_n=7;function On(e,t){return{x:te(1.5*20*e),y:te(2*X*(t+e/2))}}function Le(e){let t=Math.PI/3*e;return{x:te(20*Math.cos(t)),y:te(20*Math.sin(t))}}var pt=`M${Ce.map((e,t)=>fo(Le(t))).join("L")}Z`,An=new WeakMap;function Nn(e){let t=An.get(e);return t||(t=mo(e),An.set(e,t)),t}function mo(e){let t=e.q.map((a,c)=>On(a,e.r[c]??0)),n=t.map(a=>a.x),s=t.map(a=>a.y),r=Math.floor(Math.min(...n)-20-Xt),o=Math.floor(Math.min(...s)-X-Xt),i=[];for(let a=0;a<e.settlements.length;a+=_n){let c=e.settlements.slice(a,a+_n);i.push({tiles:c,centre:t[c[0]??0]??{x:0,y:0},outline:ho(e,c)})}return{centres:t,settlements:i,left:r,top:o,width:Math.ceil(Math.max(...n)+20+Xt-r),height:Math.ceil(Math.max(...s)+X+Xt-o)}}function ho(e,t){let n=new Set(t.map(o=>`${e.q[o]??0},${e.r[o]??0}`)),s=new Map;for(let o of t){let[i,a]=[e.q[o]??0,e.r[o]??0],{x:c,y:d}=On(i,a);Ce.forEach(([p,h],f)=>{if(n.has(`${i+p},${a+h}`))return;let[$,v]=[Le(f),Le((f+1)%Ce.length)];s.set(En({x:c+$.x,y:d+$.y}),En({x:c+v.x,y:d+v.y}))})}let r=[];for(;s.size;){let o=[],[i]=s.keys();for(;i!==void 0;){let a=s.get(i);if(a===void 0)break;o.push(i),s.delete(i),i=a}r.push(`M${o.join("L")}Z`)}return r.join("")}function En({x:e,y:t}){return`${(Math.round(e*10)/10+0).toFixed(1)},${(Math.round(t*10)/10+0).toFixed(1)}`}function fo({x:e,y:t}){return`${e},${t}`}function te(e){return Math.round(e*100)/100}function g(e,t){return e[t]?.name??"?"}function y(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function tt(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function R(e,t){let n=e[t]?.bot;return t<=-1?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function Ve(e,t){let n=t.flatMap((s,r)=>s?[`${s} ${g(e.resources,r).toLowerCase()}`]:[]);return tt(n)||"nothing"}var $o=12;function Ln(e){let t=new Map,n=[];for(let s of e.acts)if(!(s.seat<0))for(let r of ee(s)){let o=s.prompt==="reorganize.to"?Cn(e.before):-1;for(let i of go(r))o>=0&&n.push({from:o,to:i,seat:s.seat}),t.set(i,s.seat);if(r.kind&&o>=0&&t.set(o,s.seat),r.raider||r.yield){let i=Cn(e.before);i>=0&&t.set(i,s.seat)}}return{rings:t,arrows:n,link:yo(e),...bo(e)}}function ee(e){return e.chosen??[]}function go(e){if(e.settle){let{laborer:n,farmer:s,other_farmer:r}=e.settle;return[n,s,r]}let t=e.tile??e.heal??e.reorganize??e.idle_hands??e.pray_for_health??e.turn_die??e.reroll_die;return t?[t.tile]:[]}function Cn(e){return e?.about?.tile??-1}function yo({view:e,before:t,acts:n,catalogue:s}){let r=n.flatMap(ee).some(p=>p.accept),o=r?t?.offer:e.offer;if(!o)return null;let i=Ve(s,o.give),a=Ve(s,o.want),c=r?"accepted":o.refused?"refused":"asked";if(o.countered)return{from:o.partner,to:o.seat,text:`${a} for ${i}`,state:c};let d=o.want.some(p=>p)?`wants ${a}`:"bargains";return{from:o.seat,to:o.partner,text:o.complete?`${i} for ${a}`:d,state:c}}function bo({view:e,before:t}){let n=new Set,s=new Map,r=new Set;return t&&(e.map?.terrain.forEach((o,i)=>{o&&t.map?.terrain[i]===0&&n.add(i)}),n.size>$o&&n.clear(),e.players.forEach((o,i)=>{let a=t.players[i]?.people??[],c=new Map(o.people.map(p=>[p.tile,p])),d=new Map(a.map(p=>[p.tile,p]));for(let p of o.people)p.weakened&&d.get(p.tile)?.weakened===!1&&r.add(p.tile);if(!(o.people.length>=a.length))for(let p of a)c.has(p.tile)||s.set(p.tile,{kind:p.kind,seat:i})})),{revealed:n,lost:s,weakened:r}}function Vn({view:e,catalogue:t}){return t.boards.find(n=>n.players===e.players.length)}function jn(e){let t=new Map,n=(s,r)=>{let o=t.get(s);return o||(o={seat:r,kind:-1,weakened:!1,structures:[],cards:[]},t.set(s,o)),o};for(let s of e){for(let r of s.people)Object.assign(n(r.tile,s.seat),{seat:s.seat,kind:r.kind,weakened:r.weakened});for(let r of s.structures)n(r.tile,s.seat).structures.push(r.building);for(let r of s.attached)n(r.tile,s.seat).cards.push(r.card)}return t}function Dn(e){return e.players.reduce((t,n)=>t+n.respect,0)}var vo=[m`<path d="M10 18V9M10 10Q4 10 4 4q6 0 6 6M10 12q0-5 6-5 0 5-6 5" />`,m`<circle cx="10" cy="10" r="3.800" /><path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />`,m`<path d="M4 17 12 8M5.500 15.200Q3 6 16.500 3.500 17.500 15 5.500 15.200" />`,m`<path d="M10 1.500v17M2.600 5.800l14.800 8.500M2.600 14.300l14.800-8.500M7.800 3.200 10 5.200l2.200-2M7.800 16.800 10 14.800l2.200 2" />`],ne=200;function In(e){let{view:t,catalogue:n}=e,s=n.events[t.event];return l`<div class="cl-status">
    ${wo(e)} ${xo(e)}
    ${s?l`<p title=${s.text}>Event: <b>${s.name}</b></p>`:u}
  </div>`}function wo({view:e,catalogue:t}){let n=e.year>0&&e.phase!=="over";return l`<div class="cl-calendar">
    <ol class="cl-seasons" aria-label="Seasons">
      ${t.seasons.map((s,r)=>{let o=n&&r===e.season;return l`<li class=${o?"cl-now":""} aria-current=${o?"step":"false"}>
          <svg class="cl-icon" viewBox="0 0 20 20" role="img">
            <title>${s.name}</title>
            ${vo[r]??u}
          </svg>
        </li>`})}
      ${e.year?l`<li class="cl-phase">${e.phase}</li>`:u}
    </ol>
    <p>
      ${e.year?l`<b>${g(t.seasons,e.season)}</b>, year ${e.year} of ${e.years}`:l`<b>Setup</b>`}
    </p>
  </div>`}function xo({view:e}){let t=Dn(e),n=Math.max(e.gate,t,1),s=0,r=e.players.map(o=>{let i=Math.max(o.respect,0)/n*ne,a=s;return s+=i,m`<rect class=${`cl-part seat-${o.seat}`} x=${a} y="2" width=${Math.max(i-1,0)}
      height="10"><title>Seat ${o.seat}: ${o.respect}</title></rect>`});return l`<div class="cl-gate">
    <p>Respect <b>${t}</b> of <b>${e.gate}</b></p>
    <svg viewBox=${`-1 0 ${ne+2} 14`} preserveAspectRatio="none" role="img">
      <title>All together have ${t} Respect; the clan needs ${e.gate}</title>
      <rect class="cl-trough" x="0" y="2" width=${ne} height="10" />
      ${r}
      <rect class="cl-gate-mark" x=${e.gate/n*ne-1} y="0" width="2" height="14" />
    </svg>
  </div>`}function Hn(e){let t=e.raiders.length-e.defeated.length;return l`<div class="cl-raiders">
    <p>
      <b>Raid</b>:
      ${y(t,"Raider")}${e.defeated.length?` left of ${e.raiders.length}`:""}
      ${e.opened?u:l`<span class="cl-seal">Sealed</span>`}
    </p>
    <p>
      ${e.raiders.map((n,s)=>l`<span
            class=${e.defeated.includes(s)?"cl-beaten":""}
            title=${`Raider ${s}${e.defeated.includes(s)?", defeated":""}`}
            >${St(n,"cl-raider-die")}</span
          >`)}
    </p>
  </div>`}var qn={seat:-1,kind:-1,weakened:!1,structures:[],cards:[]};function Gn(e){let t=Vn(e);if(!t)return l`<p>This version of the viewer does not know the board.</p>`;let n=Nn(t),s=Ln(e),r=jn(e.view.players),o=e.view.map?.terrain??[],i=Ro(e,n),a=new Map(e.view.players.filter(p=>p.home>=0).map(p=>[p.home,p.seat])),c=new Map;n.settlements.forEach((p,h)=>p.tiles.forEach(f=>c.set(f,a.get(h)??-1)));let d=p=>c.get(p)??-1;return l`<div class="cl cl-board">
    <div class="cl-stage">
      ${In(e)}
      <svg
        class="cl-map"
        viewBox=${`${n.left} ${n.top} ${n.width} ${n.height}`}
        role="group"
      >
        <title>The map of ${n.centres.length} hexes</title>
        <g>
          ${n.centres.map((p,h)=>To(e,h,p,i(h)?o[h]??0:-1,o[h]??0,r.get(h)??qn,d(h)))}
        </g>
        <g>${n.settlements.map((p,h)=>So(n,h,a.get(h)))}</g>
        ${e.view.raid?m`<g>${e.view.raid.dice.map(p=>Mo(n,p))}</g>`:u}
        ${Ao(e,n,s)}
        <g>${[...a].map(([p,h])=>_o(e,n,p,h))}</g>
        ${s.link?Eo(e,n,s.link):u}
      </svg>
      ${e.view.raid?Hn(e.view.raid):u}
    </div>
    ${Oo(e,t.raiders)} ${No(e.catalogue)}
  </div>`}function Ro({view:e,eye:t},{settlements:n}){let s=e.map?.terrain??[];if(t!==-2||e.year||e.players.some(a=>a.people.length))return a=>(s[a]??0)>0;let r=new Set(s.keys()),o=new Set;for(let{tiles:a}of n){for(let c of a)r.delete(c);if(a.some(c=>(s[c]??0)>1))for(let c of a)o.add(c)}let i=[...r].some(a=>(s[a]??0)>1);return a=>i||o.has(a)}function To(e,t,{x:n,y:s},r,o,i,a){let{catalogue:c}=e,d=r>0?c.terrains[r-1]:void 0,p=a>=0||i.kind>=0,h=e.eye===-2&&d&&a<0&&i===qn,f=d?Ee(d.id):u;return m`<g class=${`cl-hex ${d?`cl-${d.id}`:"cl-fog"}${h?" cl-faint":""}`} transform=${`translate(${n} ${s})`}
    data-tile=${t} data-terrain=${o} data-person=${i.kind<0?"":i.kind}
    data-weakened=${i.weakened} data-person-seat=${i.kind<0?"":i.seat}
    data-structures=${i.structures.join(" ")} data-cards=${i.cards.join(" ")}
    role=${d?"img":"presentation"}>
    <title>${Po(e,t,r,i)}</title>
    <path class="cl-land" d=${pt} />
    <g class=${i.kind<0?"cl-glyph":"cl-glyph cl-small"}>${f}</g>
    ${p||d?m`<text class="cl-number" y=${-X+8.4}>${t}</text>`:u}
    ${i.structures.map($=>Oe(c.buildings[$]?.id??""))}
    ${i.cards.length?Fn(i.cards.length):u}
    ${i.kind<0?u:m`<g transform="translate(0 .8)">${Mt(i.kind,i.seat,i.weakened)}</g>`}
    ${i.kind>=0&&i.seat!==a?zn(i.seat,7,6.5,"cl-badge"):u}
  </g>`}function Po({catalogue:e,seats:t},n,s,r){let o=[`Tile ${n}: ${s>0?g(e.terrains,s-1):"unrevealed"}`];if(r.kind>=0){let i=r.weakened?"weakened ":"";o.push(`${i}${g(e.kinds,r.kind)} of ${R(t,r.seat)}`)}return o.push(...r.structures.map(i=>g(e.buildings,i))),o.push(...r.cards.map(i=>`card ${g(e.cards,i)}`)),o.join(", ")}function Fn(e){return m`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${e>1?m`<text y="2.200">${e}</text>`:m`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`}
  </g>`}function Mo(e,{tile:t,pips:n,fate:s,seat:r}){let{x:o,y:i}=e.centres[t]??{x:0,y:0};return m`<g class=${`cl-tile-die seat-${r} cl-fate-${s}`} data-die=${t}
    transform=${`translate(${o+6} ${i-13}) scale(.52)`}>${Ne(n)}</g>`}function zn(e,t,n,s){return m`<g class=${`${s} seat-${e}`} transform=${`translate(${t} ${n})`}>
    <circle r="7" /><text y="3.400">${e}</text></g>`}function So(e,t,n){let s=e.settlements[t]?.outline;return m`<g class=${`cl-settlement${n===void 0?"":` seat-${n}`}`} data-home=${t}
    data-owner=${n??""}>
    <path class="cl-casing" d=${s} />
    <path class="cl-border" d=${s} />
  </g>`}function _o({seats:e},t,n,s){let{x:r,y:o}=t.settlements[n]?.centre??{x:0,y:0};return m`<g><title>The settlement of ${R(e,s)}</title>
    ${zn(s,r+20+1,o-2*X-2,"cl-tab")}</g>`}function Ao(e,t,n){let s=r=>t.centres[r]??{x:0,y:0};return m`<g class="cl-marks">
    ${[...n.revealed].map(r=>Bn(s(r),"cl-new","revealed",r))}
    ${[...n.weakened].map(r=>Bn(s(r),"cl-hurt","weakened",r))}
    ${[...n.lost].map(([r,{kind:o,seat:i}])=>m`<g class="cl-lost" data-lost=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <title>${g(e.catalogue.kinds,o)} of ${R(e.seats,i)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`)}
    ${[...n.rings].map(([r,o])=>m`<g class=${`cl-ring seat-${o}`} data-ring=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <path class="cl-halo" d=${pt} /><path d=${pt} /></g>`)}
    ${n.arrows.map(({from:r,to:o})=>m`<g class="cl-arrow" data-from=${r} data-to=${o}>
        ${Un(s(r),s(o),9)}</g>`)}
  </g>`}function Bn({x:e,y:t},n,s,r){return m`<path class=${n} data-mark=${`${s} ${r}`} transform=${`translate(${e} ${t})`} d=${pt} />`}function Un(e,t,n){let[s,r]=[t.x-e.x,t.y-e.y],o=Math.hypot(s,r)||1,i={x:(e.x+t.x)/2-r/6,y:(e.y+t.y)/2+s/6},[a,c]=[t.x-i.x,t.y-i.y],d=Math.hypot(a,c)||1,[p,h]=[a/d,c/d],f={x:t.x-p*n,y:t.y-h*n},$={x:e.x+s/o*n,y:e.y+r/o*n},v=z=>`${_(f.x-p*6-h*4*z)} ${_(f.y-h*6+p*4*z)}`,w=`M${_($.x)} ${_($.y)}Q${_(i.x)} ${_(i.y)} ${_(f.x)} ${_(f.y)}`,A=`M${v(1)}L${_(f.x)} ${_(f.y)}L${v(-1)}`;return m`<path class="cl-halo" d=${w+A} /><path d=${w+A} />`}function Eo({view:e},t,{from:n,to:s,text:r,state:o}){let i=$=>t.settlements[e.players[$]?.home??-1]?.centre,[a,c]=[i(n),i(s)];if(!a||!c)return u;let d=o==="accepted"?`${r}: agreed`:o==="refused"?`${r}: no`:r,p=d.length*6.7+10,h=p/2+4,f={x:Math.min(Math.max((a.x+c.x)/2-(c.y-a.y)/12,t.left+h),t.left+t.width-h),y:(a.y+c.y)/2+(c.x-a.x)/12};return m`<g class=${`cl-marks cl-link cl-${o}`} data-link=${`${n} ${s}`}>
    ${Un(a,c,2.8*X)}
    <g transform=${`translate(${_(f.x)} ${_(f.y)})`}>
      <rect x=${-p/2} y="-9" width=${p} height="18" rx="9" />
      <text y="3.600">${d}</text>
    </g>
  </g>`}function _(e){return e.toFixed(1)}function Oo({view:e},t){let n=t.length-1,s=y(t[e.counter]??0,"Raider");return l`<div class="cl-track">
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
  </div>`}function No(e){return l`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.kinds.map((t,n)=>At(Mt(n,-1,!1),t.name))}
      ${At(Mt(0,-1,!0),"Weakened")}
      ${e.buildings.filter(t=>t.site!=="settlement").map(t=>At(m`<g transform=${t.site==="home"?"translate(20 -1) scale(1.6)":"translate(0 -14.4) scale(1.2)"}>${Oe(t.id)}</g>`,t.name))}
      ${At(m`<g transform="translate(-23 12) scale(2)">${Fn(1)}</g>`,"Tales card on a tile")}
      ${e.terrains.map(t=>At(m`<g class=${`cl-hex cl-${t.id}`} transform="scale(.6)"><path class="cl-land" d=${pt} />
            <g class="cl-glyph">${Ee(t.id)}</g></g>`,`${t.name}: food ${t.food.join(" ")}${t.wood?`, ${t.wood} wood`:""}${t.stone?`, ${t.stone} stone`:""}`))}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`}function At(e,t){return l`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${e}</svg>${t}
  </li>`}function I(e){let[t="",n={}]=Object.entries(e)[0]??[];return{verb:t,number:s=>Co(n[s])}}function Co(e){return typeof e=="number"?e:-1}function mt(e){return`.seat[data-seat="${e}"] > header`}function Wn({eye:e},t){let{verb:n,number:s}=I(t);return n==="settle"?["laborer","farmer","other_farmer"].map(r=>Kn(s(r))):s("tile")>=0?[Kn(s("tile"))]:n==="play_card"?[`.seat[data-seat="${e}"] .cl-face[data-card="${s("card")}"]`]:n==="seat"?[mt(s("seat"))]:s("raider")>=0?[`.cl-fights [data-raider="${s("raider")}"]`]:[]}function Kn(e){return`.cl-hex[data-tile="${e}"]`}var Lo=["food","wood","stone","goods"];function Qn(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let i=s?.players[t];return l`<div
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
      ${Lo.map((a,c)=>l`<li title=${g(r.resources,c)}>
            ${Mn(c)}<b>${o[a]}</b>${De(o[a],i?.[a])}
          </li>`)}
      <li title="Respect">
        ${Sn()}<b>${o.respect}</b>${De(o.respect,i?.respect)}
      </li>
    </ul>
    <ul class="cl-facts">
      ${je("Actions",o.actions,i?.actions)}
      ${je("Specials",o.specials,i?.specials)}
      ${je("Blessings",o.blessings,i?.blessings)}
    </ul>
    ${Vo(e,o)} ${jo(e,o)} ${Do(e,o)} ${Io(o)}
    ${Ho(e,o)}
  </div>`}function De(e,t){return t===void 0||e===t?u:e>t?l`<i class="cl-more">+${e-t}</i>`:l`<i class="cl-less">−${t-e}</i>`}function je(e,t,n){return l`<li class=${t?"":"cl-none"}>
    ${e} <b>${t}</b>${De(t,n)}
  </li>`}function Vo({catalogue:e},t){let n=e.kinds.flatMap((s,r)=>[!1,!0].map(o=>({kind:r,weakened:o,name:`${o?"weakened ":""}${s.name}`,number:t.people.filter(i=>i.kind===r&&i.weakened===o).length})));return l`<ul class="cl-people">
    ${n.filter(s=>s.number).map(s=>l`<li title=${y(s.number,s.name,`${s.name}s`)}>
            ${Jt(s.kind,t.seat,s.weakened)}<b>${s.number}</b>
          </li>`)}
    ${t.called.length?l`<li class="cl-called">
            Kin in Summer: ${t.called.map(s=>g(e.kinds,s)).join(", ")}
          </li>`:u}
  </ul>`}function jo({catalogue:e},t){return t.hand_size?t.hand.length?l`<ul class="cl-cards">
    ${t.hand.map(n=>l`<li class="cl-face" data-card=${n} title=${e.cards[n]?.text??""}>
          ${g(e.cards,n)}
        </li>`)}
  </ul>`:l`<ul class="cl-cards cl-backs" title=${y(t.hand_size,"Tales card")}>
      ${Array.from({length:Math.min(t.hand_size,8)},()=>l`<li class="cl-back"></li>`)}
      <li class="cl-word">${y(t.hand_size,"card")}</li>
    </ul>`:u}function Do({catalogue:e},t){let n=t.built.flatMap((s,r)=>{let o=e.buildings[r];return s&&o?[{number:s,info:o}]:[]});return n.length?l`<ul class="cl-buildings">
    ${n.map(({number:s,info:r})=>l`<li title=${r.text}>${r.name}${s>1?` ×${s}`:""}</li>`)}
  </ul>`:u}function Io(e){let t=[...e.passed?["has passed"]:[],...e.ignores_event?["ignores the event"]:[],...e.tempo?[`${y(e.tempo,"action")} more this turn`]:[],...e.idle.length?[`idle hands on ${e.idle.map(n=>`tile ${n}`).join(", ")}`]:[]];return t.length?l`<p class="cl-states">${t.join(", ")}</p>`:u}function Ho({catalogue:e},t){return l`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${e.regular_actions.map(({name:n},s)=>l`<li class=${t.used[s]?"cl-used":""}>
            ${n} <b>${t.used[s]??0} of ${t.allowed[s]??0}</b>
          </li>`)}
      ${e.special_actions.map(({name:n},s)=>t.taken[s]?l`<li class="cl-used">${n} <b>this year</b></li>`:u)}
    </ul>
  </details>`}var Yn=[{sign:"",text:""},{sign:"✓",text:"beats its Raider"},{sign:"=",text:"does not beat its Raider, unhurt"},{sign:"✗",text:"does not beat its Raider, weakened"}];function Zn(e,t){let n=t.dice.filter(s=>s.raider<0);return l`<section
    class="cl-raid"
    data-raiders=${t.raiders.join(" ")}
    data-opened=${t.opened}
    data-dice=${t.dice.map(Bo).join(" ")}
    data-defeated=${t.defeated.join(" ")}
    data-committed=${t.committed.join(" ")}
  >
    <h3>
      Raid:
      ${y(t.raiders.length,"Raider")}${t.defeated.length?l`, ${t.defeated.length} defeated`:u}
    </h3>
    ${t.opened?u:qo(e)}
    <ol class="cl-fights">
      ${t.raiders.map((s,r)=>Go(e,t,r,s))}
    </ol>
    ${t.opened&&!t.dice.length?l`<p>Nobody defends.</p>`:n.length?l`<div class="cl-waiting">
              <span>Not placed yet:</span> ${n.map(s=>Jn(e,t,s))}
            </div>`:u}
    ${Fo(t)}
  </section>`}function Bo({seat:e,tile:t,raider:n,pips:s,fate:r}){return[e,t,n,s,r].join(":")}function qo({asked:e}){let t=e.filter(n=>n.prompt==="raid.commit").map(n=>n.seat);return l`<p>
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${t.length?l`; ${y(t.length,"seat")} asked`:u}.
  </p>`}function Go(e,t,n,s){let r=t.defeated.includes(n),o=t.dice.filter(i=>i.raider===n);return l`<li class=${r?"cl-beaten":""} data-raider=${n}>
    <span class="cl-raider" title=${`Raider ${n}${r?", defeated":""}`}>
      <span class="cl-word">${n}</span>${St(s,"cl-raider-die")}
    </span>
    ${o.map(i=>Jn(e,t,i))}
  </li>`}function Jn({seats:e},t,n){let s=Yn[n.fate]??Yn[0],r=t.valor.includes(n.tile),o=[n.warrior?"a Warrior, 1 more than the die shows":"",r?"set by a card":"",s.text].filter(Boolean);return l`<span
    class=${`cl-defender seat-${n.seat} cl-fate-${n.fate}`}
    title=${[`Tile ${n.tile} of ${R(e,n.seat)}`,...o].join(", ")}
  >
    <span class="cl-seat-number">${n.seat}</span>${St(n.pips)}${n.warrior?l`<span class="cl-plus">+1</span>`:u}<span class="cl-word">#${n.tile}</span
    >${s.sign?l`<b class="cl-sign">${s.sign}</b>`:u}
  </span>`}function Fo(e){let t=(s,r)=>s.flatMap((o,i)=>o?[`seat ${i}: ${o} ${r}`]:[]),n=[...t(e.own_rerolls,"own"),...t(e.raider_rerolls,"of a Raider")];return n.length?l`<p>Rerolls left: ${tt(n)}.</p>`:u}function Xn(e){let{view:t}=e;return l`<div
    class="cl cl-table"
    data-year=${t.year}
    data-season=${t.season}
    data-phase=${t.phase}
    data-gate=${t.gate}
    data-event=${t.event}
    data-counter=${t.counter}
    data-tales=${t.tales_left}
  >
    ${t.raid?Zn(e,t.raid):u}
    ${t.offer?Wo(e,t.offer):u} ${zo(e)} ${Uo(e)}
    ${Ko(e)} ${Qo(e)}
  </div>`}function zo({view:e,catalogue:t}){let n=t.events[e.event],s=e.past_events.map(o=>g(t.events,o)),r=t.events[e.next_event];return l`<section class="cl-event">
    <h3>Event</h3>
    ${n?l`<p class="cl-card-line"><b>${n.name}</b> ${n.text}</p>`:l`<p class="cl-quiet">None yet.</p>`}
    ${r?l`<p class="cl-card-line cl-foreseen"><b>Foreseen: ${r.name}</b> ${r.text}</p>`:u}
    ${s.length?l`<details>
            <summary>${y(s.length,"event")} so far</summary>
            <ol>
              ${s.map(o=>l`<li>${o}</li>`)}
            </ol>
          </details>`:u}
  </section>`}function Uo({view:e,catalogue:t}){return e.batch.length?l`<section>
    <h3>Migrants to choose from</h3>
    <p class="cl-people">
      ${e.batch.map(n=>l`<span title=${g(t.kinds,n)}>${Jt(n,-1,!1)}</span>`)}
    </p>
  </section>`:u}function Ko({view:e,said:t}){return e.promises.length?l`<section>
    <h3>Promises</h3>
    <ul>
      ${e.promises.map((n,s)=>l`<li data-promise=${`${n.seat} ${n.kind} ${n.first} ${n.second}`}>
            ${t.promises?.[s]}
          </li>`)}
    </ul>
  </section>`:u}function Wo({said:e},t){let{seat:n,partner:s}=t;return l`<section
    class=${`cl-offer${t.refused?" cl-refused":""}`}
    data-offer-seat=${n}
    data-offer-partner=${s}
    data-give=${t.give.join(" ")}
    data-want=${t.want.join(" ")}
    data-refused=${t.refused}
  >
    <h3>Bargain</h3>
    <p>${e.offer}</p>
  </section>`}function Qo({view:e,catalogue:t}){let n=new Map;for(let s of e.discard)n.set(s,(n.get(s)??0)+1);return l`<section class="cl-deck">
    <h3>Tales cards</h3>
    <p>${e.tales_left} in the deck, ${e.discard.length} discarded.</p>
    ${n.size?l`<details>
            <summary>Discarded cards</summary>
            <ul>
              ${[...n].sort(([s],[r])=>s-r).map(([s,r])=>l`<li title=${t.cards[s]?.text??""}>
                      ${g(t.cards,s)}${r>1?` ×${r}`:""}
                    </li>`)}
            </ul>
          </details>`:u}
  </section>`}var Yo={board:Gn,places:Wn,seat:Qn,table:Xn,score:({view:e},t)=>{let n=e.players[t];return n?`${n.respect} / ${Math.round(e.gate/e.players.length)}`:""},title:({view:e},t)=>e.start===t&&e.year?"starts":"",weight:({view:e,before:t,acts:n})=>{let s=n.map(o=>o.prompt);return s.includes("event.draw")?2:s.some(o=>o.startsWith("raid."))?s.includes("raid.commit")||t?.raid&&!e.raid?3:s.some(o=>o==="raid.die"||o==="raid.raider")?1:1.5:n.every(o=>o.seat<0)?.4:s.some(o=>o.startsWith("trade."))?1.3:n.every(o=>ee(o).every(i=>i.pass))?.4:1},event:({view:e,before:t})=>t?e.phase==="over"&&t.phase!=="over"?"end":e.raid&&!t.raid?"raid":e.year!==t.year?`year ${e.year}`:e.season!==t.season&&e.season===3?"winter":"":""},ts=Yo;var ls=[[1,0],[1,1],[0,1],[0,0]],es=.24,ns=.36,Zo=.06,Ie=.3,ss=[.22,.14],rs=.12,Jo=.17;function Et(e,t){let n=os.get(e);return n||os.set(e,n=[]),n[t]??=ti(e,t)}var os=new WeakMap;function Xo(e,t){let n=e.areas[t];if(!n)return 0;let{food:s,wood:r,lore:o,small:i,carved:a,large:c,lairs:d}=n;return s+r+o+i+a+c+d}function is([e,t],n){let s=!1;return n.forEach(([r,o],i)=>{let[a,c]=n[(i+1)%n.length]??[0,0];o>t!=c>t&&e<(a-r)*(t-o)/(c-o)+r&&(s=!s)}),s}function ti(e,t){let n=([a,c])=>t===0?[a,c]:t===1?[1-c,a]:t===2?[1-a,1-c]:[c,1-a],s=new qe(e),r=s.trace(),o=r.polygons.map(a=>a.map(n)),i=o.map((a,c)=>{let d=s.enclosed.find(h=>h!==c),p=d===void 0||s.enclosed.includes(c)?void 0:o[d];return ni(a,1+Xo(e,c),p)});return{polygons:o,lines:r.lines.map(a=>({...a,points:a.points.map(n)})),places:i}}var qe=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((n,s)=>s).filter(n=>!t.sides.includes(n));for(let{first:n,second:s,kind:r}of t.borders)this.kinds.set(He(n,s),r)}trace(){let t=[0,1,2,3].filter(n=>this.side(n)!==this.side(n+1));t.length===0?this.polygons[this.side(0)]=[...ls]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let n of this.enclosed)this.polygons[n]=Be(),t.length===0&&this.line(this.side(0),n,[...Be(),...Be().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,n,s){let r=this.kinds.get(He(t,n));r!==void 0&&this.lines.push({first:Math.min(t,n),second:Math.max(t,n),kind:r,points:s})}aroundCore(t){let n=s=>Ge((k(s)[0]-.5)*Math.SQRT2,(k(s)[1]-.5)*Math.SQRT2);t.forEach((s,r)=>{let o=t[(r+1)%t.length]??s,i=this.side(s+1),a=ei(n(s),(o-s+4)%4||4);this.polygons[i]=[...se(s,o),...a.reverse()],this.line(this.side(s),i,[k(s),n(s)]);for(let c of this.enclosed)this.line(i,c,a)})}oneLine([t=0,n=0]){let s=(n-t+4)%4===1?ns:(t-n+4)%4===1?-ns:Zo,r=re(k(t),k(n),s),[o,i]=[this.side(t+1),this.side(n+1)];this.line(o,i,r),this.polygons[o]=[...se(t,n),...r.slice(1,-1).reverse()],this.polygons[i]=[...se(n,t),...r.slice(1,-1)]}joint(t){let n=[0,1,2,3].find(o=>!t.includes(o))??0,s=k(n+2),r=[.5+rs*(s[0]-.5),.5+rs*(s[1]-.5)];t.forEach((o,i)=>{let a=this.side(o+1);this.polygons[a]=[...se(o,t[(i+1)%3]??o),r],this.line(this.side(o),a,[k(o),r])})}band(){let t=this.side(1)===this.side(3),[n,s]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,i]of[n,s]){let a=re(k(o),k(i),Ie);this.line(this.side(i),r,a),this.polygons[this.side(i)]=[...a].reverse()}this.polygons[r]=[...re(k(n[0]),k(n[1]),Ie),...re(k(s[0]),k(s[1]),Ie)]}twoJoints(){let t=this.kinds.has(He(this.side(3),this.side(1))),n=Jo,[s,r]=t?[[.5,.5-n],[.5,.5+n]]:[[.5-n,.5],[.5+n,.5]],o=t?[s,r,r,s]:[r,r,s,s];for(let i=0;i<4;i+=1){let a=(i+1)%4,[c,d]=[o[i]??s,o[a]??s];this.polygons[this.side(a)]=[k(i),k(a),...c===d?[c]:[d,c]],this.line(this.side(i),this.side(a),[k(i),c])}t?this.line(this.side(3),this.side(1),[s,r]):this.line(this.side(0),this.side(2),[s,r])}};function He(e,t){return`${Math.min(e,t)} ${Math.max(e,t)}`}function k(e){return ls[e%4]??[0,0]}function se(e,t){let n=[k(e)];for(let s=e+1;;s+=1)if(n.push(k(s)),s%4===t%4)return n}function re([e,t],[n,s],r,o=10){let[i,a]=[n-e,s-t];return Array.from({length:o+1},(c,d)=>{let p=d/o,h=r*Math.sin(Math.PI*p);return[e+i*p-a*h,t+a*p+i*h]})}function Ge(e,t){return[.5+es*e,.5+es*t]}function Be(){return Array.from({length:24},(e,t)=>Ge(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function ei([e,t],n){let s=Math.atan2(t-.5,e-.5),r=n*6;return Array.from({length:r+1},(o,i)=>{let a=s+Math.PI/2*n*i/r;return Ge(Math.cos(a),Math.sin(a))})}function ni(e,t,n){let r=[];for(let i=1;i<40;i+=1)for(let a=1;a<40;a+=1){let c=[i/40,a/40];!is(c,e)||n&&is(c,n)||r.push({at:c,gap:Math.min(as(c,e),n?as(c,n):1)})}let o=[];for(;o.length<t&&r.length;){let i=r[0],a=-1;for(let c of r){let d=Math.min(c.gap*1.1,...o.map((p,h)=>si(c.at,p,h===0)));d>a&&([i,a]=[c,d])}i&&o.push(i.at)}return o}function si([e,t],[n,s],r){let[o,i]=[Math.abs(e-n),Math.abs(t-s)];return r?.04+Math.hypot(Math.max(0,o-ss[0]),Math.max(0,i-ss[1]))+Math.hypot(o,i)/20:Math.hypot(o,i)}function as([e,t],n){let s=9;return n.forEach(([r,o],i)=>{let[a,c]=n[(i+1)%n.length]??[0,0],[d,p]=[a-r,c-o],h=d*d+p*p,f=h?Math.max(0,Math.min(1,((e-r)*d+(t-o)*p)/h)):0;s=Math.min(s,Math.hypot(e-r-f*d,t-o-f*p))}),s}function us({acts:e,view:t}){let n=new Set,s=[];for(let r of e)for(let o of r.chosen??[])for(let[i,a]of Object.entries(o)){i==="move"&&s.push({from:Fe(a.source),to:Fe(a.target),units:Fe(a.units),seat:r.seat});let c=a.territory;typeof c=="number"&&n.add(cs(c,t)),i==="place_tile"&&ri(t).forEach(d=>n.add(d))}return t.combat&&n.add(cs(t.combat.territory,t)),{territories:n,moves:s}}function ps(e,t){return e.moves.map(({from:n,to:s,units:r,seat:o})=>{let[i,a]=[t(n),t(s)];if(!i||!a)return m``;let[c,d]=[a[0]-i[0],a[1]-i[1]],p=Math.hypot(c,d)||1,[h,f]=[c/p,d/p],[$,v]=[i[0]+h*21,i[1]+f*13],[w,A]=[a[0]-h*26,a[1]-f*18],z=`${w+h*8},${A+f*8} ${w-f*6},${A+h*6} ${w+f*6},${A-h*6}`;return m`<g class="ng-move seat-${o}" data-from=${n} data-to=${s}><title>${y(r,"unit")} from ${n} to ${s}</title>
      <line x1=${$} y1=${v} x2=${w} y2=${A} /><polygon points=${z} /></g>`})}function cs(e,t){return t.layout?.area_territory[e]??e}function ri(e){return(e.layout?.area_territory??[]).slice(-1)}function Fe(e){return typeof e=="number"?e:0}var ds={food:m`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:m`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:m`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:m`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:m`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:m`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:m`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},oe={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},oi=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function Ot(e,t,n){return m`<g class="ng-glyph ${e}" transform="translate(${t} ${n})"><title>${oe[e]}</title>${ds[e]}</g>`}function ie(e,t,n,s,r){let o=t?8:6.6;return m`<g class="ng-building" transform="translate(${s} ${r})"><title>${n}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${oi[e]??"?"}</text></g>`}function ae(e,t){return l`<span class="ng-amount" title="${t} ${oe[e]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${m`<g class="ng-glyph ${e}">${ds[e]}</g>`}</svg
    >${t}<span class="ng-sr"> ${oe[e]}</span></span
  >`}var ms=["food","wood","lore","lair","small","carved","large"];function hs(e){return oe[e]}var ii={build:["territory"],collect_in:["territory"],fight:["territory"],figure:["territory"],hunt:["territory"],move:["source","target"],place_group:["territory"],recruit:["territory"],replace_building:["territory"],space:["territory"],territory:["territory"]},ai=new Set(["play_card","wait","replace","remove","upgrade","card"]),fs=new Set(["place_tile","cell"]),li=["food","wood","lore","small","carved","large"];function $s({eye:e},t){let{verb:n,number:s}=I(t),r=ii[n];if(r)return r.map(i=>ci(s(i)));if(fs.has(n))return[`.ng-cell[data-cell="${s("x")} ${s("y")}"]`];if(n==="opponent")return[mt(s("seat"))];if(!ai.has(n))return[];let o=`.ng-card[data-card="${s("card")}"]`;return[`.seat[data-seat="${e}"] ${o}, .ng-table ${o}`]}function ci(e){return`.ng-area[data-of="${e}"], .ng-marker[data-territory="${e}"]`}function gs({offered:e=[]}){let t=new Map;for(let{verb:n,number:s}of e.map(I)){let[r,o]=[s("x"),s("y")];fs.has(n)&&t.set(`${r} ${o}`,[r,o])}return[...t.values()]}function ys(e,t,n){let s=(e.considered??[]).map(I).filter(({verb:r})=>r==="place_tile");return m`<g>${t.map(([r,o])=>m`<rect class="ng-cell" data-cell=${`${r} ${o}`} x=${r*n+2} y=${-o*n+2}
      width=${n-4} height=${n-4} rx="4" />`)}${s.slice(-1).map(({number:r})=>ui(e,r,n))}</g>`}function ui({catalogue:e},t,n){let s=e.tiles[t("tile")];if(!s)return m``;let[r,o,i]=[t("x"),t("y"),t("rotation")],a=Et(s,i),c=([p,h])=>[(r+p)*n,(h-o)*n],d=p=>p.map(h=>c(h).map(f=>f.toFixed(1)).join()).join(" ");return m`<g class="ng-ghost" data-ghost=${`${t("tile")} ${r} ${o} ${i}`}>
    <rect x=${r*n} y=${-o*n} width=${n} height=${n} />
    ${a.lines.map(p=>m`<polyline class="ng-border ${["","regular","rough","impassable"][p.kind]??""}"
        points=${d(p.points)} />`)}
    ${s.areas.map((p,h)=>{let f=li.flatMap($=>Array(p[$]).fill($));return f.splice(p.food+p.wood+p.lore,0,...Array(p.lairs).fill("lair")),f.map(($,v)=>{let[w,A]=c(a.places[h]?.[v+1]??[0,0]);return Ot($,w,A)})})}
  </g>`}var bs=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"];function vs(e,t){let n=e.faces[t-1];if(!n)return["?","not rolled yet"];let s=Array.from({length:n.casualties},()=>"×").join(" ");return[[n.points?String(n.points):"",s].filter(Boolean).join(n.either?" / ":" "),n.text]}var pi={0:"Scorched Earth",1:"High Tide"};function ze(e){return pi[e]??`Ancestral Equipment ${e-10}`}function ws(e,t){return e.cards[t]?.name??`card ${t}`}function xs(e,t){return e.clans[t]?.name??""}function ht(e,t){return e.buildings[t]?.name??`building ${t}`}function Nt(e,t){return e.figures[t]?.name??`figure ${t}`}var x=100,ft=14,di=["","regular","rough","impassable"],ks=["small","carved","large"];function Ts(e){let{view:t,catalogue:n}=e,{layout:s,board:r}=t;if(!s||!r)return l`${u}`;let o=mi(e,s),i=new Map(s.territory.map((p,h)=>[p,r.owner[h]??-1])),a=new Set(s.territory.filter((p,h)=>s.open_sides[h]===0)),c=us(e),d=gs(e);return l`<svg
      class="northgard"
      viewBox=${hi(s,d)}
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
      ${o.map((p,h)=>{let f=i.get(p.territory)??-1,$=`${f<0?"free":`of-${f}`} ${a.has(p.territory)?"closed":"open"}`;return m`<polygon class="ng-area ${$}"
          points=${p.polygon} data-area=${h} data-of=${p.territory} />`})}
      ${o.filter(p=>c.territories.has(p.territory)).map(p=>m`<polygon class="ng-marked" points=${p.polygon} />`)}
      ${fi(e,s)} ${$i(e,s)} ${yi(e,r,o)}
      ${s.territory.map((p,h)=>bi(e,t,r,p,h,o[p]))}
      ${ys(e,d,x)} ${ps(c,p=>o[p]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${ms.map(p=>l`<li><svg viewBox="-8 -8 16 16">${Ot(p,0,0)}</svg>${hs(p)}</li>`)}
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
        ${n.buildings.map((p,h)=>l`<li><svg viewBox="-10 -11 20 20">${ie(h,p.large,p.name,0,0)}</svg>${p.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function mi({catalogue:e},t){let n=[];return t.tile.forEach((s,r)=>{let o=e.tiles[s];if(!o)return;let i=Et(o,t.rotation[r]??0),a=Ps(t,r);o.areas.forEach((c,d)=>{n.push({printed:c,polygon:Ue((i.polygons[d]??[]).map(a)),places:(i.places[d]??[]).map(a),territory:t.area_territory[n.length]??0})})}),n}function Ps(e,t){let[n,s]=[e.x[t]??0,e.y[t]??0];return([r,o])=>[Rs((n+r)*x),Rs((o-s)*x)]}function Rs(e){return Math.round(e*10)/10}function Ue(e){return e.map(([t,n])=>`${t},${n}`).join(" ")}function hi(e,t){let[n,s]=[[...e.x,...t.map(([$])=>$)],[...e.y,...t.map(([,$])=>$)]],[r,o]=[Math.min(0,...n),Math.max(0,...n)+1],[i,a]=[Math.min(0,...s.map($=>-$)),Math.max(0,...s.map($=>-$))+1],c=Math.max(5,o-r),d=Math.max(3,a-i),[p,h]=[(r+o-c)/2,(i+a-d)/2],f=8;return[p*x-f,h*x-f,c*x+2*f,d*x+2*f].join(" ")}function Ms(e,t,n){return(e&1<<(t-n+4)%4)>0}function fi({catalogue:e},t){return t.tile.map((n,s)=>{let r=e.tiles[n]?.sea??0;if(!r)return m``;let[o,i]=[(t.x[s]??0)*x,-(t.y[s]??0)*x],a=[[0,0,x,ft],[x-ft,0,ft,x],[0,x-ft,x,ft],[0,0,ft,x]],c=[0,1,2,3].filter(d=>Ms(r,d,t.rotation[s]??0));return m`<g class="ng-sea"><title>Beach with a Port</title>${c.map(d=>{let[p=0,h=0,f=0,$=0]=a[d]??[];return m`<rect x=${o+p} y=${i+h} width=${f} height=${$} />`})}
      <path class="ng-anchor" transform="translate(${o+x/2} ${i+x/2+27})"
        d="M0 -10V9M-5 -5H5M-9 2Q-8 9 0 9Q8 9 9 2" /></g>`})}function $i({catalogue:e},t){let n=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),s=0;return t.tile.map((r,o)=>{let i=e.tiles[r];if(!i)return m``;let a=s;s+=i.areas.length;let c=Ps(t,o),[d,p]=[t.x[o]??0,t.y[o]??0],h=Et(i,t.rotation[o]??0).lines.map($=>{let v=t.area_territory[a+$.first]===t.area_territory[a+$.second];return m`<polyline class="ng-border ${v?"inner":di[$.kind]??""}" points=${Ue($.points.map(c))} />`}),f=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,v],w)=>n.has(`${d+$} ${p+v}`)||Ms(i.sea,w,t.rotation[o]??0)?u:m`<polyline class="ng-open-side" points=${Ue(gi[w]?.map(c)??[])} />`);return m`<rect class="ng-tile" x=${d*x} y=${-p*x} width=${x} height=${x} />${h}${f}`})}var gi=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function yi({view:e,catalogue:t},n,s){let r=new Map,o=(i,a,c)=>{let d=`${i} ${a}`;r.set(d,[...r.get(d)??[],m`${c(0,0)}`])};n.building.forEach((i,a)=>{let c=t.buildings[i],[d,p]=[n.building_territory[a]??0,n.building_space[a]??3];p<3&&o(d,p,(h,f)=>ie(i,c?.large??!1,ht(t,i),h,f))});for(let{token:i,territory:a,space:c}of e.tokens)a>=0&&c<3&&o(a,c,(d,p)=>m`<g class="ng-token" transform="translate(${d} ${p})"><title>${ze(i)}</title>
        <circle r="6" /><text y="2.6">${i>10?i-10:"!"}</text></g>`);return s.map(({printed:i,places:a,territory:c})=>{let d=[...Ct("food",i.food),...Ct("wood",i.wood),...Ct("lore",i.lore),...Ct("lair",i.lairs),...ks.flatMap(p=>Ct(p,i[p]))];return m`${d.map((p,h)=>{let[f,$]=a[h+1]??[0,0],v=r.get(`${c} ${ks.findIndex(w=>w===p)}`)?.shift();return v?m`<g transform="translate(${f} ${$})">${v}</g>`:Ot(p,f,$)})}`})}function Ct(e,t){return Array.from({length:t},()=>e)}function bi({catalogue:e,seats:t},n,s,r,o,i){let[a,c]=i?.places[0]??[0,0],d=s.owner[o]??-1,p=s.units[o]??0,h=n.figures.filter(b=>b.territory===r),f=s.building.filter((b,S)=>s.building_territory[S]===r),$=s.building.filter((b,S)=>s.building_territory[S]===r&&s.building_space[S]===3),v=n.tokens.filter(b=>b.territory===r&&b.space===3),w=(n.creatures?.line??[]).filter(b=>b.territory===r),A=d<0?"neutral":`seat ${d}, ${t[d]?.bot??""}`,z=[...h.map(b=>Nt(e,b.figure)),...f.map(b=>ht(e,b)),...w.map(b=>e.creatures[b.creature]?.name??"creature")];return m`<g class="ng-marker ${d<0?"free":`seat-${d}`}" transform="translate(${a} ${c})"
    data-territory=${r} data-owner=${d} data-units=${p} data-buildings=${f.join(" ")}
    data-figures=${h.map(b=>b.figure).join(" ")}
    data-tokens=${n.tokens.filter(b=>b.territory===r).map(b=>b.token).join(" ")}
    data-beasts=${w.map(b=>b.number).join(" ")}
    data-small=${s.small[o]??0} data-carved=${s.carved[o]??0} data-large=${s.large[o]??0}>
    <title>Territory ${r}: ${A}, ${y(p,"unit")}${z.length?`, ${z.join(", ")}`:""}</title>
    ${d<0?u:m`<rect class="ng-pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="ng-seat-number" cx="-10.5" r="6.8" />
          <text class="ng-seat-text" x="-10.5" y="3.4">${d}</text>
          <path class="ng-pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="ng-units" x="12" y="4.8">${p}</text>`}
    ${h.map((b,S)=>m`<g class="ng-figure seat-${b.seat}" transform="translate(${25+13*S} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${Nt(e,b.figure).charAt(0)}</text></g>`)}
    ${$.map((b,S)=>m`<g transform="translate(${-27-14*S} 0)">${ie(b,!1,ht(e,b),0,0)}</g>`)}
    ${v.map((b,S)=>m`<g class="ng-token" transform="translate(${-22-13*S} 14)"><title>${ze(b.token)}</title>
      <circle r="6" /><text y="2.6">${b.token>10?b.token-10:"!"}</text></g>`)}
    ${w.map((b,S)=>m`<g class="ng-beast" transform="translate(${16*S-8*(w.length-1)} -19)"><title>${e.creatures[b.creature]?.name??"creature"}</title>
        <path d="M-9 -6L-6 -2H6L9 -6L8 3L0 9L-8 3Z" /><text y="4.6">${e.creatures[b.creature]?.name.charAt(0)??"?"}</text></g>`)}
    <text class="ng-id" y="${d<0?2.5:17}">${r}</text></g>`}function Ss(e,t){let n=e.view.players[t];if(!n)return l`${u}`;let{catalogue:s,view:r,teams:o}=e,i=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",n.passed?"has passed":"",n.awakened?"Kaija is awake":"",n.conqueror?"ignores Towers and Fortresses":"",n.away?`${y(n.away,"unit")} on a Pyre`:""].filter(a=>a);return l`<div
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
      ${ae("food",n.food)} ${ae("wood",n.wood)} ${ae("lore",n.lore)}
      <span>${n.reserve} in reserve</span>
    </p>
    ${i.length?l`<p class="ng-states">${i.join(" · ")}</p>`:u}
    <dl class="ng-zones">
      ${vi(s,n)} ${V("Active",s,n.active)}
      ${wi(s,n)}
      ${n.drawn.length?V("Drawn",s,n.drawn):u}
    </dl>
    <details>
      <summary>${n.draw_size} to draw, ${n.discard.length} discarded</summary>
      <dl class="ng-zones">
        ${V("Draw pile",s,n.draw)} ${V("Discard",s,n.discard)}
        ${V("Upgrades",s,n.upgrades_taken)}
        ${V("Not taken",s,n.upgrades)}
        ${V("Out of the game",s,n.boxed)}
      </dl>
    </details>
  </div>`}function vi(e,t){if(t.hand.length)return V("Hand",e,t.hand);if(!t.hand_size)return l`${u}`;let n=Math.max(t.hand_size-t.known.length,0);return l`<div>
    <dt>Hand</dt>
    <dd>
      ${et(e,t.known)}${n?l`<span class="ng-backs" aria-hidden="true"
                >${Array.from({length:n},()=>l`<i></i>`)}</span
              >
              <span data-hidden>${n} hidden</span>`:u}
    </dd>
  </div>`}function wi(e,t){let n=t.known_top.filter(s=>s>=0);return V("On top",e,t.top.length?t.top:n)}function V(e,t,n){return n.length?l`<div>
    <dt>${e}</dt>
    <dd>${et(t,n)}</dd>
  </div>`:u}function et(e,t){let n=new Map;for(let s of t)n.set(s,(n.get(s)??0)+1);return[...n].map(([s,r])=>l`<span
        class="ng-card ${e.cards[s]?.set??""}"
        data-card=${s}
        title=${e.cards[s]?.text??""}
        >${ws(e,s)}${r>1?` ×${r}`:""}</span
      > `)}function _s(e){return l`${xi(e)} ${ki(e)} ${Ri(e)} ${Ti(e)}
  ${Pi(e)} ${Mi(e)}`}function Ke({view:e,catalogue:t},n){let s=e.creatures?.line.find(r=>r.number===n);return s?`the ${t.creatures[s.creature]?.name??"creature"}`:"a creature"}function xi({view:e,catalogue:t}){if(!e.events)return u;let{now:n,next:s,left:r}=e.events,o=(i,a)=>{let c=t.events[a];return c?l`<p><b>${i}: ${c.name}.</b> ${c.text}</p>`:u};return l`<section class="ng-events" data-now=${n} data-next=${s}>
    ${o("Event of this year",n)} ${o("Event of the next year",s)}
    <p class="quiet">${y(r,"event")} in the pile</p>
  </section>`}function ki({view:e,catalogue:t,seats:n}){let s=e.victory;return s?l`<section
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
        ${s.cards.map((r,o)=>{let i=t.victory[r];return l`<tr>
            <th scope="row" title=${i?.text??""}>
              ${i?.name??r}, ${i?.need??0}
            </th>
            ${n.map((a,c)=>l`<td>${s.counts[c*s.cards.length+o]??0}</td>`)}
          </tr>`})}
      </tbody>
    </table>
  </section>`:u}function Ri({view:e,catalogue:t}){if(!e.creatures)return u;let{line:n,top_left:s,rest_left:r,defeated:o}=e.creatures;return l`<section
    class="ng-creatures wide"
    data-creatures=${n.map(i=>`${i.number}:${i.creature}:${i.territory}`).join(" ")}
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
              ${n.map(({creature:i,territory:a})=>{let c=t.creatures[i];return l`<tr>
                  <th scope="row" title=${c?.text??""}>${c?.name??i}</th>
                  <td>${a}</td>
                  <td>${c?.points??0}</td>
                  <td>${c?.fame??0}</td>
                </tr>`})}
            </tbody>
          </table>`:u}
    <p class="quiet">
      ${y(s+r,"creature")} in the pile, ${o.length} defeated
    </p>
  </section>`}function Ti({view:e,catalogue:t}){if(!e.sea)return u;let{ports:n,raids_left:s}=e.sea,r=e.players.filter(o=>o.kept_raids.length);return l`<section
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
        ${n.map(({territory:o,card:i,seat:a,units:c,year:d})=>{let p=t.raids[i];return l`<tr>
            <th scope="row">territory ${o}</th>
            <td title=${p?.text??""}>${p?.name??"none"}</td>
            <td>${c?`${y(c,"unit")} of seat ${a}, year ${d}`:""}</td>
          </tr>`})}
      </tbody>
    </table>
    <p class="quiet">
      ${y(s,"Raid")} in the
      deck${r.map(o=>`; seat ${o.seat} keeps ${o.kept_raids.map(i=>t.raids[i]?.name??i).join(", ")}`)}
    </p>
  </section>`}function Pi({view:e,catalogue:t}){return e.features.length?l`<section
    class="ng-features"
    data-features=${e.features.map(n=>`${n.feature}:${n.territories.join(",")}`).join(" ")}
  >
    ${e.features.map(({feature:n,territories:s,wood:r})=>{let o=t.features[n],i=s.length?` (territory ${s.join(", ")})`:"";return l`<p>
        <b>${o?.name??n}${i}.</b> ${o?.text??""}
        ${r?` ${r} wood lie there.`:""}
      </p>`})}
  </section>`:u}function Mi({view:e,catalogue:t}){if(!e.automa)return u;let{level:n,actions_left:s,deck_left:r,played:o,kept:i}=e.automa,a=t.automa[o.at(-1)??-1];return l`<section
    class="ng-automa"
    data-automa-played=${o.join(" ")}
    data-automa-kept=${i.join(" ")}
  >
    <p>
      <b>Automa, level ${n}.</b> ${y(s,"card")} left this year, ${r} in
      its deck.${a?` Last: ${a.text}`:""}
    </p>
    ${i.length?l`<p>It has taken ${et(t,i)}</p>`:u}
  </section>`}function As(e){let{view:t,catalogue:n}=e;return l`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?Si(e,t.combat):u}
    ${t.battles.map(s=>l`<p>
          Combat to come: seat ${s.attacker} with
          ${y(s.units,"unit")}${s.kaija?" and Kaija":""}${s.figures.map(r=>` and ${Nt(n,r)}`).join("")}
          against
          ${s.creature?Ke(e,s.creature):s.defender<0?"nobody":`seat ${s.defender}`}
          in territory ${s.territory}
        </p>`)}
    ${_s(e)}
    <dl class="ng-zones">
      ${t.display.length?l`<div>
              <dt>Display</dt>
              <dd>${et(n,t.display)}</dd>
            </div>`:u}
      ${t.achievements.length?l`<div>
              <dt>Achievements</dt>
              <dd>${et(n,t.achievements)}</dd>
            </div>`:u}
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
          ${t.stock.map((s,r)=>l`<span class="ng-card">${ht(n,r)} ${s}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?l`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(s=>s).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:u}
    </dl>
  </div>`}function Si(e,t){let{seats:n}=e,s=t.creature?Ke(e,t.creature):"",r=(o,i,a,c,d,p)=>{let[h,f]=vs(e.catalogue,d);return l`<tr class="seat-${i}">
      <th scope="row">
        <span class="ng-mark">${i<0?"–":i}</span> ${o}
        ${i<0?s||"nobody":n[i]?.bot??"nobody"}
      </th>
      <td>${a}</td>
      <td>${c}</td>
      <td title=${f}>
        <svg class="ng-die" viewBox="0 0 40 26" aria-label=${f}>
          ${m`<rect x="1" y="1" width="38" height="24" rx="5" /><text x="20" y="18">${h}</text>`}
        </svg>
      </td>
      <td>${p}</td>
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
      ${bs.map((o,i)=>l`<li class=${i===t.stage?"current":i<t.stage?"done":""}>${o}</li>`)}
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
  </section>`}var Es={board:Ts,places:$s,seat:Ss,table:As,score(e,t){let n=e.view.players[t]?.fame??-1;return n<0?"?":y(n,"fame token")},title:({view:e,catalogue:t},n)=>xs(t,e.players[n]?.clan??-1),weight({view:e,acts:t}){return e.combat?1.6:t.every(n=>n.stream!==void 0)?.3:1},event({view:e,before:t}){return e.combat&&!t?.combat?`combat in territory ${e.combat.territory}`:""}};var _i={nor_sea:[32,24],white_sea:[61,12],bothnia:[51.5,33.5],north_sea:[25,41],western_sea:[12,45],iberian_sea:[13,76],baltic:[55,46],caspian:[90,58],wendish_sea:[43,56.5],black_sea:[68,72],middle_sea:[37,87],arabian_sea:[84.5,92],vina:[76,18],jamtland:[43,27],seine:[24,60],volkhov:[67,37.5],dnieper:[68,55.5],volga:[82,36],amu:[94,75],danube:[53,70.5],halogaland:[46,10.5],trondelag:[27,11],atlantic_isles:[9.5,21],irish_coast:[6,59.5],jutland:[39.5,44.5],thrace:[55,86],levant:[66.5,97],hind:[95.5,95]},Ai={Lade:[37,16],Halsingland:[52.5,21.5],Hordaland:[21.5,32],Orkney:[15,36.3],Uppsala:[58,37],Gotland:[61,51],Osel:[61,43.5],Lejre:[38,64],Skane:[47,64]},Ei={danube:"above",halogaland:"above",jamtland:"inside",volkhov:"inside",jutland:"above",levant:"right"},Oi=new Set(["atlantic_isles","danube","irish_coast"]),Ni=22,Os=1e3,Cs=[-32,0,1078,1050],Ls=42,ue=65,ce=43,Lt=20,Ns=new WeakMap;function Vs(e){let t=Ns.get(e);return t||Ns.set(e,t=Ci(e)),t}function Ci(e){let t=e.regions.map(({id:a,kind:c})=>({at:le(_i[a]),radius:c==="sea"?Ls:ue,side:Ei[a]??"below",away:Oi.has(a)?Ni:0})),n=Li(e,t),s=e.nodes.findIndex(a=>!a.home),r=e.nodes.map(({name:a,region:c,post:d,home:p})=>{if(d>=0)return n[d]?.at??le();if(c<0)return le(Ai[a]);let h=t[c]?.at??le();return p?ji(e,n,c,h):h}),o=[],i=[];return e.nodes.forEach(({region:a,post:c,home:d,beside:p},h)=>{for(let f of p){let $=e.nodes[f];!$||$.post>=0||$.home||c>=0||(!d&&h<f&&o.push([h-s,f-s]),d&&a<0&&i.push({home:h,region:f-s}))}}),{regions:t,posts:n,nodes:r,borders:o,ways:i}}function le([e,t]=[50,50]){return{x:e/100*Os,y:t/100*Os}}function Li(e,t){let n=[];return t.forEach(({at:s},r)=>{let o=js(e,r),i=o.map(c=>t[e.posts[c]?.gate??r]?.at??s),a=Vi(s,i);o.forEach((c,d)=>{let p=a+d*2*Math.PI/o.length,h={x:Math.cos(p),y:Math.sin(p)},f={x:s.x+ce*h.x,y:s.y+ce*h.y},$=i[d]??s;n[c]={at:f,out:h,harbor:$===s?null:[f,pe($,f,Ls)]}})}),n}function js(e,t){return e.posts.flatMap((n,s)=>n.region===t?[s]:[])}function Vi(e,t){let n=t.length===2?Math.PI:-Math.PI/2;if(t.every(r=>r===e))return n;let s={start:n,cost:1/0};for(let r=0;r<48;r++){let o=r*Math.PI/24,i=t.reduce((a,c,d)=>{let p=o+d*2*Math.PI/t.length,[h,f]=[e.x+ce*Math.cos(p),e.y+ce*Math.sin(p)];return a+Math.hypot(c.x-h,c.y-f)**4},0);i<s.cost&&(s={start:o,cost:i})}return s.start}function pe(e,t,n){let s=Math.hypot(t.x-e.x,t.y-e.y)||1;return{x:e.x+(t.x-e.x)/s*n,y:e.y+(t.y-e.y)/s*n}}function ji(e,t,n,s){let r=js(e,n).flatMap(c=>t[c]??[]),o=r.map(({out:c})=>Math.atan2(c.y,c.x)+Math.PI/r.length),[i=0]=o.sort((c,d)=>Math.sin(c)-Math.sin(d)),a=ue-14;return{x:s.x+a*Math.cos(i),y:s.y+a*Math.sin(i)}}var Ds={columns:3,x:28,y:24,below:24,scale:1.1},Di={columns:3,x:26,y:23,below:7,scale:1.05},Ii={columns:4,x:20,y:17,below:7,scale:.78},Hi={columns:1,x:22,y:20,below:0,scale:1.1},Bi={columns:2,x:22,y:20,below:0,scale:.85},qi={columns:3,x:15,y:17,below:0,scale:.62};function Is(e,t,n,s,r){let{x:o,y:i}=t.nodes[n]??{x:0,y:0},a=e.nodes[n],c=t.posts[a?.post??-1]?.out;if(c){let p=24*(s-(r-1)/2),h=Lt+10;return{at:{x:o+c.x*h-c.y*p,y:i+c.y*h+c.x*p},scale:Ds.scale}}let d=e.regions[a?.region??-1]?.kind==="sea";return zi({x:o,y:i},a?.home?Ds:d?Gi(r):Fi(r),s,r)}function Gi(e){return e>6?Ii:Di}function Fi(e){return e>4?qi:e>1?Bi:Hi}function zi({x:e,y:t},n,s,r){let o=Math.ceil(r/n.columns),i=Math.floor(s/n.columns),a=i<o-1?n.columns:r-i*n.columns;return{at:{x:e+n.x*(s%n.columns-(a-1)/2),y:t+n.y*(i-(o-1)/2)+n.below},scale:n.scale}}var Hs=["M-10-9Q0-12 10-9V1Q9 9 0 12-9 9-10 1z","M-5-11H5V-5H11V5H5V11H-5V5H-11V-5H-5z","M-10.500 0A10.500 10.500 0 1 1 10.500 0 10.500 10.500 0 1 1-10.500 0z","M0-13 12 0 0 13-12 0z"],Ui=["","D","F","I"];function N(e,t){return m`<g class=${`pv-follower${t<0?"":` seat-${t}`}`}>
    <path d=${Hs[e]??u} />${t<0?u:m`<text y="4">${t}</text>`}</g>`}function Bs(e){return m`<path class="pv-outline" d=${Hs[e]??u} />`}function E(e,t,n,s){let r=e<0?"":` seat-${e}`;return m`<g class=${`pv-ship${r}${s?" pv-exhausted":""}`}>
    <path class="pv-hull" d="M-11.500 1.500Q-10 3.500-7 3.500H7Q10 3.500 11.500 1.500 11 9.500 4.500 9.500H-4.500Q-11 9.500-11.500 1.500z" />
    <path class="pv-sail" d=${t?"M-6.500-9.500Q0-12.500 6.500-9.500L5.500 2H-5.500z":"M-6.500-10H6.500V2H-6.500z"} />
    ${e<0?u:m`<text y="-.8">${e}</text>`}
    ${t?m`<text class="pv-of-ally" y="8.600">${Ui[t]}</text>`:u}
    ${n>1?m`<g class="pv-times" transform="translate(10 -8)"><circle r="5.500" /><text y="3">${n}</text></g>`:u}</g>`}function de(){return m`<path class="pv-house" d="M-10 0 0-9.500 10 0H7.500V9.500H-7.500V0z" />`}function H(e){let t=e===void 0?u:m`<text y="3.100">${e}</text>`;return m`<g class="pv-coin"><circle r="6.500" />${t}</g>`}function Vt(e){return e==="trade_center"?m`<path class="pv-glyph" d="M0-9V7M-4.500 8.500h9M-8-6H8M-8-6l-3 7.500h6zM8-6 5 1.500h6z" />`:e==="ally"?m`<path class="pv-glyph" d="M-6 9V-9M-6-8.500H8L4.500-3.500 8 1.500H-6" />`:u}var qs=m`<path class="pv-waves" d="M-9 0q4.500-4.500 9 0t9 0" />`;function M(e,t="",n=""){return l`<svg
    class=${`pv-icon ${n}`}
    viewBox="-14 -14 28 28"
    role=${t?"img":"presentation"}
  >
    ${t?m`<title>${t}</title>`:u}${e}
  </svg>`}function Gs(e){return l`<details class="pv-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.types.map((t,n)=>T(N(n,-1),`${t.name} Follower`))}
      ${T(E(-1,0,1,!1),"Longship")}
      ${T(E(-1,0,1,!0),"Exhausted Longship")}
      ${e.ship_kinds.map((t,n)=>n?T(E(-1,n,1,!1),`Longship of ${t.name}`):"")}
      ${T(de(),"Home")}
      ${T(m`<g transform="scale(1.6)">${H(2)}</g>`,"Price of a post")}
      ${T(Vt("trade_center"),"Trade Center")} ${T(Vt("ally"),"Powerful Ally")}
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
  </details>`}function T(e,t){return l`<li>${M(m`${e}`)}${t}</li>`}function We(e){return e.chosen??[]}function Fs(e){let t=new Map;for(let n of e.acts)if(!(n.seat<0))for(let s of We(n))for(let r of Ki(e,s))t.set(r,n.seat);return{rings:t,...Wi(e),...Qi(e)}}function Ki({before:e,catalogue:t},n){let{step:s,sail:r,ship:o}=n;if(s)return[s.node];let i=e?.longships[r?.longship??o?.longship??-1];if(i)return i.node<0?[]:[i.node];let a=n.activate??n.parley??n.jarldom??n.theocracy??n.post??n.post_follower,c=a?t.nodes.findIndex(d=>d.post===a.post):-1;return c<0?[]:[c]}function Wi({view:e,before:t}){let n=[],s=[];return e.longships.forEach(({seat:r,node:o},i)=>{let a=t?.longships[i];!a||a.node<0||a.node===o||(o<0?s.push({ship:i,seat:a.seat,node:a.node}):n.push({ship:i,seat:r,from:a.node,to:o}))}),{moves:n,returned:s}}function Qi({view:e,before:t}){let n=new Map,s=new Set;return e.owners.forEach((r,o)=>{if(!t)return;let i=t.owners[o]??-1,a=t.followers[o]??-1,c=r===i&&e.followers[o]===a;!c&&i>=0&&n.set(o,{seat:i,type:a}),(!c&&r>=0||Yi(e.tiles[o],t.tiles[o]))&&s.add(o)}),{lost:n,changed:s}}function Yi(e,t){return e!==void 0&&e>=0&&e!==t}function $t(e){let t=new Map;return e.forEach((n,s)=>{let r=[n.node,n.seat,n.kind,n.exhausted].join(),o=t.get(r);o?o.ships.push(s):t.set(r,{...n,ships:[s]})}),[...t.values()]}function B({view:e,catalogue:t},n){let s=t.types.map(()=>0),r=o=>{o!==void 0&&o in s&&(s[o]=(s[o]??0)+1)};e.owners.forEach((o,i)=>{o===n&&r(e.followers[i])});for(let o of Qe(e.players[n]))o.established&&r(t.tiles[o.tile]?.follower);return s}function Qe(e){return e?[...e.advocates,...e.gods]:[]}function jt(e){return e.reduce((t,n)=>t+n,0)}function Zi(e,t){let n=e.tiles[t];return n?n.region>=0?g(e.regions,n.region):n.wind>=0?`the ${g(e.winds,n.wind)}`:"":""}function C(e,t){let n=e.tiles[t];return n?`${n.name} (${Ye(e,t)}): ${n.text}`:"No tile"}function Ye(e,t){let n=e.tiles[t];return n?[g(e.kinds,n.kind),Zi(e,t),n.follower<0?"":g(e.types,n.follower),n.vote?"Althing":""].filter(Boolean).join(", "):""}function gt(e,{kind:t,exhausted:n}){let s=t?`${g(e.ship_kinds,t)} `:"";return`${n?"exhausted ":""}${s}Longship`}var Ji={influence:"Influence Phase",actions:"Action Phase",solstice:"Winter Solstice",over:"Game over"};function zs({view:e,catalogue:t}){let n=e.turn>0&&e.phase!=="over",s=Math.max(e.markers,0);return l`<div class="pv-status">
    <p>
      ${e.turn?l`<b>Turn ${e.turn}</b>, ${Ji[e.phase]??e.phase}`:l`<b>Setup</b>`}
    </p>
    ${n&&e.active>=0?l`<p>
            <span class=${`pv-seat seat-${e.active}`}>${e.active}</span> acts: ${s}
            Action Marker${s===1?"":"s"}
            <span class="pv-markers" aria-hidden="true">${"●".repeat(s)}</span>
          </p>`:u}
    ${e.event>=0?l`<p title=${C(t,e.event)}>
            Event: <b>${g(t.tiles,e.event)}</b>
          </p>`:u}
  </div>`}function Us(e){let t=Vs(e.catalogue),n=Fs(e),{regions:s,posts:r}=e.catalogue;return l`<div class="pv pv-board">
    <div class="pv-stage">
      ${zs(e)}
      <div class="pv-scroll" role="region" aria-label="Map" tabindex="0">
        <svg class="pv-map" viewBox=${Cs.join(" ")} role="group">
          <title>The map of ${s.length} regions and ${r.length} posts</title>
          <g>${Xi(t)}</g>
          <g>${s.map((o,i)=>ta(e,t,i))}</g>
          <g>
            ${t.posts.map(({harbor:o},i)=>o?m`<path class="pv-gate" data-harbor=${i} d=${me(...o)} />`:u)}
          </g>
          <g>${r.map((o,i)=>na(e,t,n,i))}</g>
          <g>${oa(e,t)}</g>
          ${la(e,t,n)}
          <g>${ia(e,t)}</g>
        </svg>
      </div>
    </div>
    ${Gs(e.catalogue)}
  </div>`}function Xi(e){let t=n=>e.regions[n]?.at??{x:0,y:0};return[...e.borders.map(([n,s])=>m`<path class="pv-border" data-border=${`${n} ${s}`} d=${me(t(n),t(s))} />`),...e.ways.map(({home:n,region:s})=>m`<path class="pv-way" d=${me(e.nodes[n]??t(s),t(s))} />`)]}function ta({catalogue:e},t,n){let s=e.regions[n],r=t.regions[n];if(!s||!r)return m``;let{at:o,radius:i}=r,a=s.kind==="sea",c=e.winds[s.wind];return m`<g class=${`pv-region pv-${s.kind} pv-${c?.id??""}`} data-region=${n}
    data-wind=${s.wind} data-kind=${s.kind} transform=${nt(o)}>
    <title>${s.name}: ${s.kind} in the ${c?.name??"?"}</title>
    <circle r=${i} />
    ${a?m`<g transform="translate(0 31)">${qs}</g><text y="-20">${s.name}</text>`:ea(e,n,r)}
  </g>`}function ea(e,t,{radius:n,side:s,away:r}){let o=e.posts.filter(c=>c.region===t&&c.kind!=="empty").map(c=>c.name),i=[g(e.regions,t),...o.length?[o.join(", ")]:[]],a={below:n+r+14,above:-n-r-5-14*(i.length-1),inside:n-18,right:4-7*(i.length-1)}[s];return m`${i.map((c,d)=>m`<text class=${`pv-name-${s}${d?" pv-landmark":""}`}
      x=${s==="right"?n+r+7:0} y=${a+14*d}>${c}</text>`)}`}function na(e,t,n,s){let{view:r,catalogue:o}=e,i=o.posts[s],a=t.posts[s];if(!i||!a)return m``;let c=r.tiles[s]??-1,d=r.owners[s]??-1,p=r.followers[s]??-1,h=["pv-post",`pv-${i.kind}`,i.key?"pv-key":""];return m`<g class=${h.filter(Boolean).join(" ")} transform=${nt(a.at)} role="img"
    data-post=${s} data-tile=${c} data-owner=${d} data-follower=${p} data-cost=${i.cost}
    data-changed=${n.changed.has(s)}>
    <title>${ra(e,s)}</title>
    <circle class="pv-circle" r=${Lt} />
    ${c<0?u:m`<rect class="pv-venture" x="-18" y="-18" width="36" height="36" rx="6" />`}
    ${d>=0?u:Vt(i.kind)}
    ${d<0?u:m`<g transform="scale(1.2)">${N(p,d)}</g>`}
    <g transform="translate(-15 15) scale(1.1)">${H(i.cost)}</g>
    <text class="pv-label" x="15" y="-10">${sa(i.name)}</text>
  </g>`}function sa(e){return/\d+$/.exec(e)?.[0]??e.slice(0,1)}function ra({view:e,catalogue:t,seats:n},s){let r=t.posts[s],o=e.owners[s]??-1,i=g(t.types,e.followers[s]??-1),a=e.tiles[s]??-1;return[`${r?.name??"?"} in ${g(t.regions,r?.region??-1)}, costs ${r?.cost??"?"}`,...r?.gate===r?.region?[]:[`harbor to ${g(t.regions,r?.gate??-1)}`],...r?.text?[r.text]:[],...a<0?[]:[C(t,a)],...o<0?[]:[`${i} Follower of ${R(n,o)}`]].join(`
`)}function oa({view:e,catalogue:t,seats:n},s){let r=new Map;for(let o of e.players){let i=t.jarls[o.jarl];i&&r.set(i.home,o.seat),t.nodes.forEach(({home:a,region:c},d)=>{a&&c>=0&&o.duchies.includes(c)&&r.set(d,o.seat)})}return t.nodes.flatMap(({name:o,region:i,home:a},c)=>{let d=s.nodes[c],p=r.get(c)??-1;if(!a||!d||i>=0&&p<0)return[];let h=p<0?`${o}, nobody's`:`${o}, of ${R(n,p)}`;return m`<g class=${`pv-home${p<0?"":` seat-${p}`}`} data-home=${c}
      data-owner=${p} transform=${`${nt(d)} scale(1.2)`}>
      <title>${h}</title>${de()}
      ${p<0?u:m`<text class="pv-whose" y="7">${p}</text>`}
      ${i<0?m`<text class="pv-home-name" y="-12">${o}</text>`:u}
    </g>`})}function ia(e,t){let n=new Map;for(let s of $t(e.view.longships))s.node>=0&&n.set(s.node,[...n.get(s.node)??[],s]);return[...n].flatMap(([s,r])=>r.map((o,i)=>{let{at:a,scale:c}=Is(e.catalogue,t,s,i,r.length);return m`<g transform=${`${nt(a)} scale(${c})`} data-ships=${o.ships.join(" ")}
        data-seat=${o.seat} data-kind=${o.kind} data-node=${s} data-exhausted=${o.exhausted}>
        <title>${aa(e,o)}</title>
        ${E(o.seat,o.kind,o.ships.length,o.exhausted)}</g>`}))}function aa({catalogue:e,seats:t},n){return`${y(n.ships.length,gt(e,n))} of ${R(t,n.seat)} at ${g(e.nodes,n.node)}`}function la(e,t,n){let s=o=>t.nodes[o]??{x:0,y:0},r=o=>{let i=e.catalogue.nodes[o];return(i?.post??-1)>=0?Lt+3:i?.home?15:(t.regions[i?.region??-1]?.radius??ue)+2};return m`<g class="pv-marks">
    ${n.moves.map(({ship:o,seat:i,from:a,to:c})=>m`<g class=${`pv-move seat-${i}`} data-moved=${o} data-from=${a}
        data-to=${c}>${ca(s(a),s(c))}</g>`)}
    ${[...n.rings].map(([o,i])=>m`<g class=${`pv-ring seat-${i}`} data-ring=${o} transform=${nt(s(o))}>
        <circle class="pv-halo" r=${r(o)} /><circle r=${r(o)} /></g>`)}
    ${[...n.lost].map(([o,{seat:i,type:a}])=>m`<g class="pv-lost" data-lost=${o}
        transform=${`${nt(t.posts[o]?.at??s(-1))} translate(14 -14)`}>
        <title>${g(e.catalogue.types,a)} Follower of ${R(e.seats,i)} has gone</title>
        <g transform="scale(.6)">${N(a,i)}</g><path d="M-7-7 7 7M7-7-7 7" /></g>`)}
    ${n.returned.map(({ship:o,seat:i,node:a})=>m`<g class="pv-lost" data-returned=${o} transform=${nt(s(a))}>
        <title>A Longship of ${R(e.seats,i)} has been returned</title>
        <g transform="scale(.8)">${E(i,0,1,!0)}</g><path d="M-9-9 9 9M9-9-9 9" /></g>`)}
  </g>`}function ca(e,t){let n=pe(t,e,14),s=pe(n,e,11),r={x:(n.y-s.y)*.55,y:(s.x-n.x)*.55},o=`${me(e,n)}M${yt({x:s.x+r.x,y:s.y+r.y})}L${yt(n)}L${yt({x:s.x-r.x,y:s.y-r.y})}`;return m`<path class="pv-halo" d=${o} /><path d=${o} />`}function me(e,t){return`M${yt(e)}L${yt(t)}`}function yt({x:e,y:t}){return`${e.toFixed(1)} ${t.toFixed(1)}`}function nt(e){return`translate(${yt(e)})`}var ua=new Set(["buy","track_space"]),pa=new Set(["bargain","seat","promise_veto"]);function Ks(e,t){let{verb:n,number:s}=I(t);if(ua.has(n))return[`.pv-track [data-space="${s("space")}"]`];if(pa.has(n))return[mt(s("seat"))];if(n==="step")return[da(e,s("node"))];if(n==="marker")return[`[data-marker="${s("type")}"]`];if(n==="promise_passage")return[Qs(s("region"))];let r=n==="activate"?-1:s("longship");return[...r>=0?[`[data-ships~="${r}"]`]:[],...s("post")>=0?[Ws(s("post"))]:[],...s("tile")>=0?[`.pv-face[data-face="${s("tile")}"]`]:[]]}function da({catalogue:e},t){let n=e.nodes[t];return!n||n.home?`[data-home="${t}"]`:n.post>=0?Ws(n.post):Qs(n.region)}function Ws(e){return`.pv-post[data-post="${e}"]`}function Qs(e){return`.pv-region[data-region="${e}"]`}function bt(e,t){return l`<li
    class=${`pv-face pv-kind-${e.tiles[t]?.kind??""}`}
    data-face=${t}
    title=${C(e,t)}
  >
    ${Zs(e,t)}${g(e.tiles,t)}
  </li>`}function Ys(e,t){return l`${Zs(e,t)}
    <span class="pv-tile-name">${g(e.tiles,t)}</span>
    <span class="pv-word">${Ye(e,t)}</span>`}function Ze(e,t,n){return n.length?l`<details>
    <summary>${t}: ${n.length}</summary>
    <ol class="pv-tiles">
      ${n.map(s=>bt(e,s))}
    </ol>
  </details>`:u}function Zs(e,t){let n=e.tiles[t]?.follower??-1;return n<0?u:M(Bs(n),e.types[n]?.name??"")}function Xs(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let i=s?.players[t];return l`<div
    class=${`pv pv-box seat-${t}`}
    data-jarl=${o.jarl}
    data-silver=${o.silver}
    data-hand=${o.hand.join(" ")}
    data-hand-size=${o.hand_size}
    data-known=${o.known.join(" ")}
    data-hand-limit=${o.hand_limit}
    data-supply=${o.supply.join(" ")}
    data-influence=${o.influence.join(" ")}
    data-advocates=${o.advocates.map(Js).join(" ")}
    data-gods=${o.gods.map(Js).join(" ")}
    data-duchies=${o.duchies.join(" ")}
  >
    <ul class="pv-stock">
      <li title="Silver">
        ${M(H(),"","pv-silver")}<b>${o.silver}</b>${tr(o.silver,i?.silver)}
      </li>
      ${ma(e,o,i)}
    </ul>
    ${ha(e,o)} ${fa(e,o)} ${$a(e,o)} ${ga(e,t)}
    ${o.duchies.length?l`<p>
            ${o.duchies.length>1?"Duchies":"Duchy"}:
            ${tt(o.duchies.map(a=>g(r.regions,a)))}
          </p>`:u}
    ${ya(e,t)}
  </div>`}function Js({tile:e,established:t,counts_as:n}){return`${e}:${t}:${n}`}function tr(e,t){return t===void 0||e===t?u:e>t?l`<i class="pv-more">+${e-t}</i>`:l`<i class="pv-less">−${t-e}</i>`}function ma(e,t,n){let{catalogue:s}=e,r=B(e,t.seat);return t.supply.map((o,i)=>{let a=g(s.types,i);return l`<li
      title=${`${a}: ${o} on the Jarlboard, ${r[i]??0} established; ${t.influence[i]??0} count for influence`}
    >
      ${M(N(i,t.seat),a)}<b>${o}</b>${tr(o,n?.supply[i])}
    </li>`})}function ha({catalogue:e},t){let n=e.jarls[t.jarl];return n?l`<p class="pv-jarl">${n.text}</p>`:u}function fa({view:e,catalogue:t},n){let s=t.jarls[n.jarl];if(!s)return u;let r=[...s.advocates>n.advocates.length?[y(s.advocates-n.advocates.length,"Advocate")]:[],...s.gods>n.gods.length?[y(s.gods-n.gods.length,"God")]:[]];return l`<ul class="pv-cards">
    ${Qe(e.players[n.seat]).map(o=>{let i=t.tiles[o.tile]?.follower??-1,a=o.counts_as<0?"":`, counts as ${g(t.types,o.counts_as)}`,c=o.established?`established${a}`:"without a Follower";return l`<li
        class=${`pv-face pv-kind-${t.tiles[o.tile]?.kind??""}${o.established?"":" pv-bare"}`}
        data-face=${o.tile}
        title=${`${C(t,o.tile)}
${c}`}
      >
        ${o.established?M(N(i,n.seat),c):u}
        ${g(t.tiles,o.tile)}${a?l` <span class="pv-word">${a.slice(2)}</span>`:u}
      </li>`})}
    ${r.length?l`<li class="pv-word">room for ${tt(r)}</li>`:u}
  </ul>`}function $a({catalogue:e},t){let n=`${t.hand_size} of ${t.hand_limit} in hand`,s=t.hand.length?t.hand:t.known,r=Math.min(t.hand_size-s.length,8);return l`<ul class=${`pv-cards${s.length?"":" pv-backs"}`}>
    ${s.map(o=>bt(e,o))}
    ${Array.from({length:r},()=>l`<li class="pv-back"></li>`)}
    <li class="pv-word">${n}</li>
  </ul>`}function ga({view:e,catalogue:t},n){let s=$t(e.longships).filter(i=>i.seat===n),r=s.flatMap(({node:i,ships:a})=>i<0?[]:a).length,o=s.filter(i=>i.node<0);return l`<p class="pv-fleet">
    ${y(r,"Longship")} on the
    map${o.length?l`; on the Jarlboard
          ${o.map(i=>l`<span
                title=${y(i.ships.length,gt(t,i))}
                data-ships=${i.ships.join(" ")}
                data-seat=${i.seat}
                data-kind=${i.kind}
                data-node=${i.node}
                data-exhausted=${i.exhausted}
                >${M(E(n,i.kind,i.ships.length,i.exhausted))}</span
              >`)}`:u}
  </p>`}function ya({view:e,catalogue:t},n){return e.looks.filter(s=>s.seat===n).map(s=>l`<div data-look=${`${s.seat} ${s.rival}`} data-tiles=${s.tiles.join(" ")}>
          <p class="pv-word">has seen the hand of seat ${s.rival}:</p>
          <ul class="pv-cards">
            ${s.tiles.map(r=>bt(t,r))}
          </ul>
        </div>`)}function er({view:e,catalogue:t,seats:n},s){let r=t.tiles[s.tile],o=e.players.map((i,a)=>(s.first+a)%e.players.length);return l`<section
    class="pv-vote pv-frame"
    data-vote=${s.tile}
    data-first=${s.first}
    data-votes=${s.votes.join(" ")}
  >
    <h3>Althing on ${r?.name??"?"}</h3>
    <p>${r?.text??""}</p>
    <ol>
      ${o.map((i,a)=>{let c=s.votes[a];return l`<li title=${R(n,i)}>
          <span class=${`pv-seat seat-${i}`}>${i}</span>
          ${c===void 0?l`<span class="pv-word">to vote</span>`:l`<b>${c?"yes":"no"}</b>`}
        </li>`})}
    </ol>
  </section>`}function nr({said:e},t){return l`<section
    class="pv-offer pv-frame"
    data-offer-seat=${t.seat}
    data-offer-partner=${t.partner}
    data-give=${Je(t.give)}
    data-want=${Je(t.want)}
    data-named=${Je(t.named)}
    data-countered=${t.countered}
    data-complete=${t.complete}
    data-proposals=${t.proposals}
  >
    <h3>Trade</h3>
    ${he(e.offer)}
  </section>`}function Je(e){if(!e)return"";let{silver:t,tiles:n,kinds:s,posts:r,longships:o,promises:i}=e;return[t,n,s,r,o,i].map(String).join(";")}function sr({view:e,said:t}){return e.promises.length?l`<section class="pv-promises">
    <h3>Promises</h3>
    <ul>
      ${e.promises.map((n,s)=>l`<li
            class=${`pv-result-${n.result}`}
            data-promise=${[n.seat,n.to,n.kind,n.value,n.turns,n.result].join(" ")}
          >
            ${t.promises?.[s]}
          </li>`)}
    </ul>
  </section>`:u}function he(e=[]){return e.map(t=>l`<p>${t}</p>`)}var ba={established:(e,t)=>jt(B(e,t)),winds:(e,t)=>or(e,Xe(e,t).map(n=>n.region)),trade_centers:(e,t)=>rr(e,t,"trade_center").length,key_trade_centers:(e,t)=>Xe(e,t).filter(n=>n.key).length,allies:(e,t)=>rr(e,t,"ally").length,duchies:({view:e},t)=>e.players[t]?.duchies.length??0,duchies_in_winds:(e,t)=>or(e,e.view.players[t]?.duchies??[]),advocates:({view:e},t)=>e.players[t]?.advocates.filter(n=>n.established).length??0,gods:({view:e},t)=>e.players[t]?.gods.filter(n=>n.established).length??0,silver:({view:e},t)=>e.players[t]?.silver??0,markers:({view:e},t)=>e.influence.filter(n=>n===t).length,longships:({view:e},t)=>e.longships.filter(n=>n.seat===t&&n.node>=0).length,fewest_of_a_type:(e,t)=>Math.min(...B(e,t)),most_of_a_type:(e,t)=>Math.max(...B(e,t))};function ir(e){let{view:t,catalogue:n}=e;return l`<section class="pv-victory">
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
                ${t.face_up.map(s=>{let r=n.cards[s];return r?va(e,s,r):u})}
              </tbody>
            </table>
          </div>`:u}
    ${t.face_down?l`<p>${y(t.face_down,"card")} face down.</p>`:u}
  </section>`}function va(e,t,n){let s=e.view.players.map(({seat:r})=>n.counts.map(o=>ba[o]?.(e,r)??0));return l`<tr
    data-victory=${t}
    data-counts=${s.map(r=>r.join(",")).join(" ")}
  >
    <th scope="row" title=${`${n.difficulty}: ${n.text}`}>
      ${n.name} <span class="pv-word">${n.text}</span>
    </th>
    ${s.map(r=>{let o=r.every((i,a)=>i>=(n.least[a]??0));return l`<td class=${o?"pv-done":""}>
        ${r.map((i,a)=>l`<span>${i}/${n.least[a]??0}</span> `)}
      </td>`})}
  </tr>`}function Xe({view:e,catalogue:t},n){return t.posts.filter((s,r)=>e.owners[r]===n)}function rr(e,t,n){return Xe(e,t).filter(s=>s.kind===n)}function or({catalogue:e},t){return new Set(t.map(n=>e.regions[n]?.wind)).size}function ar(e){let{view:t}=e;return l`<div
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
    ${t.althing?er(e,t.althing):u}
    ${t.offer?nr(e,t.offer):u} ${he(e.said.about)}
    ${he(e.said.peace)} ${wa(e)} ${xa(e)} ${ir(e)}
    ${ka(e)} ${sr(e)} ${Ra(e)}
  </div>`}function wa({view:e,catalogue:t}){let n=t.tiles[e.event];return!n||e.althing?u:l`<section class="pv-event pv-frame">
    <h3>Event: ${n.name}</h3>
    <p>${n.text}</p>
  </section>`}function xa({view:e,before:t,catalogue:n}){return l`<section>
    <h3>Saga track</h3>
    <ol class="pv-track">
      ${e.track.map((s,r)=>{let o=t!==null&&s>=0&&t.track[r]!==s;return l`<li
          class=${`${s<0?"pv-empty":`pv-kind-${n.tiles[s]?.kind??""}`}${o?" pv-fresh":""}`}
          data-space=${r}
          data-tile=${s}
          title=${C(n,s)}
        >
          ${M(H(r+1),`costs ${r+1}`,"pv-price")}
          ${s<0?l`<span class="pv-word">empty</span>`:Ys(n,s)}
        </li>`})}
    </ol>
    <p>
      ${y(e.pile,"tile")} in the saga
      pile${e.top.length?l`; on top of it, as seen:`:"."}
    </p>
    ${e.top.length?l`<ol class="pv-cards">
            ${e.top.map(s=>bt(n,s))}
          </ol>`:u}
  </section>`}function ka({view:e,catalogue:t}){return l`<section>
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
              <th scope="row">${M(N(s,r),n.name)} ${n.name}</th>
              <td>
                ${r<0?"nobody":l`<span class=${`pv-seat seat-${r}`}>${r}</span>`}
                ${o?l`<span class="pv-word">${o}</span>`:u}
              </td>
              ${e.players.map(i=>l`<td class=${i.seat===r?"pv-done":""}>
                    ${i.influence[s]??0}
                  </td>`)}
            </tr>`})}
        </tbody>
      </table>
    </div>
  </section>`}function Ra({view:e,catalogue:t}){let n=$t(e.longships).filter(s=>s.seat<0);return l`<section class="pv-piles">
    ${n.length?l`<p>
            Ally Longships in stock:
            ${n.map(s=>l`<span
                  class="pv-stocked"
                  title=${gt(t,s)}
                  data-ships=${s.ships.join(" ")}
                  data-seat=${s.seat}
                  data-kind=${s.kind}
                  data-node=${s.node}
                  data-exhausted=${s.exhausted}
                  >${M(E(-1,s.kind,1,!1))}
                  ${g(t.ship_kinds,s.kind)} ×${s.ships.length}</span
                >`)}
          </p>`:u}
    ${Ze(t,"Discard pile",e.discard)}
    ${Ze(t,"Out of the game",e.removed)}
  </section>`}var cr={board:Us,places:Ks,seat:Xs,table:ar,score:(e,t)=>String(jt(B(e,t))),title:({view:e,catalogue:t},n)=>[t.jarls[e.players[n]?.jarl??-1]?.name??"",e.turn&&e.first===n?"began":""].filter(Boolean).join(", "),weight:({view:e,before:t,acts:n})=>e.phase==="over"&&t?.phase!=="over"?3:e.event>=0&&t?.event!==e.event?2.5:n.every(o=>o.seat<0)?.4:n.map(o=>o.prompt).some(o=>/^(trade|challenge|althing)\./.test(o))?1.3:n.every(o=>We(o).every(i=>i.pass))?.5:1,event:e=>{let{view:t,before:n,catalogue:s}=e;return n?t.phase==="over"&&n.phase!=="over"?"end":t.event>=0&&t.event!==n.event?s.tiles[t.event]?.name??"event":lr(e.view)>lr(n)?"duchy":Ta(t,n)?"Follower replaced":"":""}};function lr(e){return jt(e.players.map(t=>t.duchies.length))}function Ta(e,t){return e.owners.some((n,s)=>{let r=t.owners[s]??-1;return n>=0&&r>=0&&n!==r})}var ur={clansmen:ts,northgard:Es,pax_viking:cr};function pr(e,t){if(t===-1)return"Chance";let n=e.seats[t]?.bot;return n?`Seat ${t} · ${n}`:`Seat ${t}`}function dr(e,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${e.seats[t]?.bot??""}`}function st(e,t){return e.prompts[t]??t}function fe(e){return e.text?e.text.join(", ")||"nothing":null}function tn(e){return e.split(", ").map(t=>{let[,n,s]=/^\S+ (-?\d+)(?: (.+))?$/.exec(t)??[];return s||(n?en(t):t.replace(/^\S+ (?=\S)/,""))})}function Dt(e){return tn(e).join(" · ")}function It(e){let t=e/1e3;if(t<10)return`${t.toFixed(1)} ms`;if(t<1e3)return`${t.toFixed(0)} ms`;let n=t/1e3;return n<60?`${n.toFixed(1)} s`:`${Math.floor(n/60)} min ${Math.floor(n%60)} s`}function en(e){return e.slice(0,1).toUpperCase()+e.slice(1)}var Pa=60,mr=new WeakMap;function hr(e){if(!q(e))return()=>"";let t=mr.get(e);if(t)return t;let n=new Map;for(let[r,o]of Object.entries(e))Array.isArray(o)&&n.set(r,o.map(Aa));let s=(r,o)=>(n.get(r)??n.get(`${r}s`))?.[o]??"";return mr.set(e,s),s}function Ht(e,t,n){if(t===null)return"none";if(typeof t=="number")return`${t} ${n(e,t)}`.trimEnd();if(typeof t=="string")return t;if(typeof t=="boolean")return t?"yes":"no";if(Array.isArray(t)){let s=t.map(r=>Ht(e,r,n));return s.join(s.some(r=>r.includes(" "))?", ":" ")||"none"}return Object.entries(t).map(([s,r])=>`${rt(s)} ${Ht(s,r,n)}`).join(", ")}function rt(e){return en(e.replaceAll("_"," "))}function Ma(e){return[...new Set(e.flatMap(t=>Object.keys(t)))]}var qt={board:({view:e,catalogue:t})=>{let n=hr(t);if(!q(e))return l`<p>${Ht("",e,n)}</p>`;let{players:s,...r}=e,o=Bt(s)?r:e;return l`<div class="fields">${nn(o,n)}</div>`},seat:({view:e,catalogue:t},n)=>{let s=q(e)&&Bt(e.players)?e.players[n]:void 0;return s?l`<div class="fields">${nn(s,hr(t))}</div>`:l`${u}`},table:()=>l`${u}`,score:()=>"",title:()=>"",weight:({acts:e})=>e.length&&e.every(t=>t.seat===-1)?.4:1,event:()=>""};function nn(e,t){let n=Object.entries(e),s=n.filter(([,o])=>!Bt(o)&&!q(o)),r=n.filter(([,o])=>Bt(o)||q(o));return l`<dl>
      ${s.map(([o,i])=>{let a=Ht(o,i,t);return l`<div class=${a.length>Pa?"long":""} data-field=${o}>
          <dt>${rt(o)}</dt>
          <dd>${a}</dd>
        </div>`})}
    </dl>
    ${r.map(([o,i])=>Sa(o,i,t))}`}function Sa(e,t,n){return l`<section data-field=${e}>
    <h3>${rt(e)}</h3>
    ${Bt(t)?_a(t,n):q(t)?nn(t,n):u}
  </section>`}function _a(e,t){let n=Ma(e);return l`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${n.map(s=>l`<th scope="col">${rt(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map((s,r)=>l`<tr>
              <th scope="row">${r}</th>
              ${n.map(o=>l`<td>
                    ${o in s?Ht(o,s[o]??null,t):""}
                  </td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function Aa(e){return q(e)&&typeof e.name=="string"?e.name:""}function q(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function Bt(e){return Array.isArray(e)&&e.length>0&&e.every(q)}var Ea="http://www.w3.org/2000/svg",fr=new WeakMap,gr={...qt,board:e=>l`${Oa(e)}
      <details class="package-board-fields">
        <summary>What the seat sees, in words and numbers</summary>
        ${qt.board(e)}
      </details>`,title:({board:e},t)=>e?.drawing.seats[t]??""};function yr(e){return`.package-board [data-place="${CSS.escape(e)}"]`}function Oa({board:e}){if(!e)return l`${u}`;let{drawing:t,pieces:n}=e,s=new Map;for(let{at:r,label:o}of n)o&&s.set(r,[...s.get(r)??[],o]);return l`<svg
    class="package-board"
    viewBox=${`0 0 ${t.width} ${t.height}`}
    role="group"
  >
    <title>The board</title>
    <g>${$r(t,"",t.ground)}</g>
    ${n.map(({symbol:r,at:o})=>{let[i,a,c,d]=t.places[o]??[0,0,0,0],p=`translate(${i+c/2} ${a+d/2})`;return m`<g transform=${p} data-symbol=${r} data-at=${o}>${$r(t,r,t.symbols[r]??"")}</g>`})}
    ${Object.entries(t.places).map(([r,[o,i,a,c]])=>m`<rect class="package-board-place" data-place=${r} x=${o} y=${i} width=${a} height=${c}
          ><title>${[r,...s.get(r)??[]].join(": ")}</title></rect>`)}
  </svg>`}function $r(e,t,n){let s=fr.get(e);s||fr.set(e,s=new Map);let r=s.get(t);if(!r){r=document.createDocumentFragment();let o=new DOMParser().parseFromString(`<svg xmlns="${Ea}">${n}</svg>`,"image/svg+xml");o.querySelector("parsererror")||r.append(...document.importNode(o.documentElement,!0).childNodes),s.set(t,r)}return r.cloneNode(!0)}function br({parts:e}){return Object.keys(e[0]??{}).filter(t=>e.some(n=>n[t]))}function vr({parts:e},t){let n=Object.entries(e[t]??{}).filter(([,s])=>s);return n.length?`: ${n.map(([s,r])=>`${s} ${r}`).join(", ")}`:""}function Na(e){return e.charged_us===void 0||!e.limit_us?null:Math.max(0,Math.min(1,e.charged_us/e.limit_us))}function Ca(e){return e.think_us===void 0||e.charged_us===void 0?"":e.limit_us?`${It(e.charged_us)} of ${It(e.limit_us)}`:It(e.think_us)}function xr(e,t){let n=Na(e);return l`<div class="clock">
    ${wr(n,e.fault?"bar over":"bar")}
    <span class="clock-words">${Ca(e)}</span>
    ${t>0&&e.bank_us!==void 0?l`${wr(e.bank_us/t,"bar bank")}
            <span class="clock-words">bank ${It(e.bank_us)}</span>`:u}
    ${e.refused?l`<span class="clock-words warn">${e.refused} refused</span>`:u}
  </div>`}function wr(e,t){return e===null?u:l`<svg class=${t} width="100%" height="6" aria-hidden="true">
    ${m`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(e*100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`}var La="ABCDEF";function O(e){return e===-1?l`<span class="badge chance" title="Chance">◆</span>`:l`<span class="badge seat-${e}">${e}</span>`}function Rr(e,t,n){let{seats:s}=e.replay.document;return l`<section class="seats" aria-label="Seats" tabindex="0">
    ${s.map((r,o)=>Va(e,t,o,n))}
  </section>`}function Va(e,t,n,s){let{replay:r,renderer:o,eye:i,step:a}=e,{document:c}=r,d=c.seats[n],p=r.lastAct(i,n,a),h=t.asked.find(w=>w.seat===n),f=p?.act.fault,$=p?.step===a,v=r.eyes.length>0;return l`<article
    class="seat seat-${n} ${h?"is-asked":""} ${$?"has-acted":""}"
    data-seat=${n}
    data-fault=${f??u}
    data-asked=${h?.prompt??u}
    aria-label="Seat ${n}"
  >
    <header>
      ${O(n)}
      <div class="who">
        <h2>
          <span class="bot">${d?.bot}</span>
          <span class="quiet version">${d?.version}</span>
        </h2>
        ${v?kr("clan",()=>o.title(t,n)):u}
        ${ja(c,n)}
      </div>
      ${v?kr("score",()=>o.score(t,n)):u}
    </header>
    ${Da(e,n)} ${p?xr(p.act,s):u}
    ${f?l`<p class="fault">
            <strong>${f}</strong>: the referee answered${$?"":` at step ${p.step}`}
            ${p.act.evidence?l`<span class="evidence">${p.act.evidence}</span>`:u}
          </p>`:u}
    ${h?l`<p class="asked">asked: ${st(c,h.prompt)}</p>`:u}
    ${Ia(e,n)}
    ${v?ut(`seat ${n}`,()=>o.seat(t,n)):u}
  </article>`}function kr(e,t){return ut(e,()=>{let n=t();return n?l`<span class=${e}>${n}</span>`:u})}function ja({teams:e},t){let n=e[t];return n===void 0?u:l`<span class="quiet">team ${La[n]??n}</span>`}function Da(e,t){let{outcome:n}=e.replay.document;if(!n||e.step!==e.last)return u;let s=n.forfeits.find(r=>r.seat===t);return l`<p class="result" data-rank=${n.ranks[t]??u}>
    <strong>rank ${n.ranks[t]}</strong>, score
    ${n.scores[t]}${vr(n,t)}
    ${s?l`<strong class="fault">forfeited: ${s.fault}</strong>`:u}
    ${n.resigned.includes(t)?l`<strong>resigned</strong>`:u}
    ${n.substituted.includes(t)?l`<strong class="fault">a substitute played on</strong>`:u}
    ${n.stood_in.includes(t)?l`<strong class="fault">lost by its stand-ins</strong>`:u}
  </p>`}function Ia(e,t){let{replay:n,eye:s,step:r}=e,o=n.lastAct(s,t,r,i=>!!i.annotation);return o?l`<blockquote
    class="remark ${o.step===r?"":"old"}"
    data-remark=${o.step}
  >
    <p>${o.act.annotation}</p>
    ${o.step===r?u:l`<footer>step ${o.step}</footer>`}
  </blockquote>`:u}function Tr(e){let t=e.querySelector(".seats"),n=t?.querySelector(".has-acted");if(!t||!n||t.scrollHeight<=t.clientHeight)return;let s=t.getBoundingClientRect(),r=n.getBoundingClientRect();r.top<s.top?t.scrollTop+=r.top-s.top:r.bottom>s.bottom&&(t.scrollTop+=r.bottom-s.bottom)}function Mr(e,t){let{document:n}=e.replay,{match:s}=n;return l`<header class="heading">
    <div class="title">
      <h1>${s.title}</h1>
      <p class="quiet id">${s.id}</p>
      ${n.live?l`<p class="live">
              live, ${n.live.delay_s?`${n.live.delay_s} s later`:"at once"}
            </p>`:u}
      <details class="facts">
        <summary>Match</summary>
        ${Ba(n)}
      </details>
    </div>
    ${n.note?l`<p class="note" role="note">${n.note}</p>`:u}
    ${t?l`<p class="note" role="status" data-problem>${t}</p>`:u}
    ${Ha(e)}
  </header>`}function Ha(e){let{outcome:t,seats:n}=e.replay.document;if(!t||e.step!==e.last)return u;let s=n.map((o,i)=>({who:o,seat:i,rank:t.ranks[i]??0})).sort((o,i)=>o.rank-i.rank),r=br(t);return l`<div class="outcome" data-reason=${t.reason}>
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
        ${s.map(({who:o,seat:i,rank:a})=>l`<tr class=${a===1?"first":""} data-seat=${i}>
              <td>${a}.</td>
              <th scope="row">${O(i)} <span class="bot">${o.bot}</span></th>
              <td><strong>${t.scores[i]}</strong></td>
              ${r.map(c=>l`<td data-part=${c}>${t.parts[i]?.[c]}</td>`)}
            </tr>`)}
      </tbody>
    </table>
    ${t.decided.length?l`<ul class="decided">
            ${t.decided.map(o=>l`<li>${o}</li>`)}
          </ul>`:u}
  </div>`}function Ba({match:e,seats:t}){let n=[["Game",`${e.game} ${e.version}, lawspeaker ${e.engine}`],["Clock",e.clock],["Challenge",e.challenger?`of ${e.challenger}, counts in no rating`:""],["Started",Pr(e.started_ms)],["Ended",e.ended_ms===null?"":Pr(e.ended_ms)],["Seed",e.seed??""],["Seed's commitment",e.commitment],["Signed by",e.signed_by],...t.map((s,r)=>[`Seat ${r}`,[`${s.bot} ${s.version}`,s.sdk,s.identity&&`token ${s.identity}`].filter(o=>o).join(", ")]),...Object.entries(e.options)];return l`<dl>
    ${n.filter(([,s])=>s).map(([s,r])=>l`<div>
            <dt>${s}</dt>
            <dd>${r}</dd>
          </div>`)}
  </dl>`}function Pr(e){return new Date(e).toISOString().replace("T"," ").replace(/\..*/," UTC")}var Sr=[{keys:[" "],shown:"Space",does:"play or pause",act:e=>e.toggle()},{keys:["ArrowRight"],shown:"→",does:"one step forward",act:e=>e.by(1)},{keys:["ArrowLeft"],shown:"←",does:"one step back",act:e=>e.by(-1)},{keys:["PageDown"],shown:"Page down",does:"next chapter",act:e=>e.byChapter(1)},{keys:["PageUp"],shown:"Page up",does:"beginning of the chapter, or the one before",act:e=>e.byChapter(-1)},{keys:["Home"],shown:"Home",does:"beginning",act:e=>e.go(0)},{keys:["End"],shown:"End",does:"end",act:e=>e.go(e.last)},{keys:["+","="],shown:"+",does:"faster",act:e=>e.faster(1)},{keys:["-"],shown:"−",does:"slower",act:e=>e.faster(-1)},{keys:["0","1","2","3","4","5","6","7","8","9"],shown:"0 to 9",does:"what this seat sees",act:(e,t)=>e.look(Number(t))},{keys:["a"],shown:"a",does:"all hands",act:e=>e.look(-2)},{keys:["s"],shown:"s",does:"what spectators see",act:e=>e.look(-1)}];function _r(e,t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(n?.closest("select, textarea, input:not([type=range])")||t.key===" "&&n?.closest("button, summary, a"))return!1;let s=Sr.find(r=>r.keys.includes(t.key));return s?(t.preventDefault(),s.act(e,t.key),!0):!1}function Ar(e,t=[]){return l`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${[...t,...Sr].map(n=>l`<div>
            <dt><kbd>${n.shown}</kbd></dt>
            <dd>${n.does}</dd>
          </div>`)}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${e}>Close</button>
  </dialog>`}var ot={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},$e=e=>(...t)=>({_$litDirective$:e,values:t}),vt=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,n,s){this._$Ct=t,this._$AM=n,this._$Ci=s}_$AS(t,n){return this.update(t,n)}update(t,n){return this.render(...n)}};var qa={},wt=$e(class extends vt{constructor(){super(...arguments),this.ot=qa}render(e,t){return t()}update(e,[t,n]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((s,r)=>s===this.ot[r]))return P}else if(this.ot===t)return P;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,n)}});var Er=60,Ga=60;function Fa(e,t){let n=e.length?e:[{step:0,label:""}];return n.flatMap(({step:s,label:r},o)=>{let i=Math.min(n[o+1]?.step??1/0,t),a=[];for(let c=s+1;c<=i;c+=Er)a.push({from:c,to:Math.min(c+Er-1,i),label:Dt(r)});return a})}function za(e,t){let n=0;return e.toReversed().map(({from:s,to:r})=>{let o=n===0||n+r-s<Ga;return n+=r-s+1,t.get(s)??o}).toReversed()}function Or(e,t,n){let{replay:s,step:r}=e,o=Fa(s.document.chapters,r),i=za(o,t);return l`<section class="log" aria-label="Log" tabindex="0">
    ${o.length?u:l`<p class="quiet">The match begins.</p>`}
    ${o.map((a,c)=>{let d=i[c]??!1;return l`<details ?open=${d}>
        <summary @click=${h=>{h.preventDefault(),t.set(a.from,!d),n()}}>
          <span>${a.label||"Steps"}</span>
          <span class="quiet"
            >${a.from===a.to?a.to:`${a.from}–${a.to}`}</span
          >
        </summary>
        <ol>
          ${d?Ua(e,a):u}
        </ol>
      </details>`})}
  </section>`}function*Ua({replay:e,eye:t,step:n},s){for(let r=s.from;r<=s.to;r++)yield l`<li data-step=${r} aria-current=${r===n?"step":u}>
      ${wt([e,t,r],()=>Ka(e.document,r,e.acts(t,r),e.document.steps[r-1]))}
    </li>`}function Ka(e,t,n,s){return l`<a href="#step=${t}" tabindex="-1"
      >${n.map(r=>l`<span class="act" title=${`Step ${t}: ${st(e,r.prompt)}`}
            >${O(r.seat)}
            ${Wa(r)}${r.seat===-1?l` <span class="quiet">${r.prompt}</span>`:u}${r.fault?l` <strong class="fault" data-fault=${r.fault}>${r.fault}</strong
                    >${r.evidence?l` <span class="fault">${r.evidence}</span>`:u}`:u}</span
          >`)}</a
    >${s?.changes?.length?l`<ul>
            ${s.changes.map(r=>l`<li>${r}</li>`)}
          </ul>`:u}`}function Wa(e){return fe(e)??l`<span class="quiet" data-hidden>hidden</span>`}function Nr(e){let t=e.querySelector(".log");t&&(t.scrollTop=t.scrollHeight)}var Qa=64;function sn(e,t){return e.document.eyes.find(n=>n.eye===t)?.chances??[]}function rn(e){return e.flatMap(({seat:t,mistakes:n})=>n.map(s=>({...s,seat:t}))).sort((t,n)=>n.loss-t.loss||t.step-n.step)}function Ya({points:e},t){let n=null;for(let[s,r]of e){if(s>t)break;n=r}return n}function Za({points:e},t){let n=[],s=null;for(let[r,o]of e){let i=(t>0?r/t*100:0).toFixed(2);s!==null&&n.push(`${i},${s.toFixed(2)}`),s=100-100*o,n.push(`${i},${s.toFixed(2)}`)}return n.join(" ")}function it(e){return`${Math.round(100*e)} %`}function Cr(e){let{replay:t,eye:n,step:s,last:r}=e,o=sn(t,n);if(o.length===0)return u;let i=r>0?s/r*100:0;return l`<section class="chances" aria-label="Chances to win">
    <p class="chances-now">
      <span class="quiet">Chance to win, as each seat could know:</span>
      ${o.map(({seat:a,points:c})=>{let d=Ya({seat:a,points:c,mistakes:[]},s);return l`<span class="chance-now" data-seat=${a} data-chance=${d??u}
          >${O(a)} <strong>${d===null?"?":it(d)}</strong></span
        >`})}
    </p>
    <div class="chances-picture">
      <svg
        width="100%"
        height=${Qa}
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        <line class="half" x1="0" x2="100" y1="50" y2="50"></line>
        ${wt([t,n],()=>o.map(a=>m`<polyline class=${`curve seat-${a.seat}`} data-seat=${a.seat} points=${Za(a,r)}></polyline>`))}
        <line class="now" x1=${i} x2=${i} y1="0" y2="100"></line>
      </svg>
    </div>
    ${Ja(e,rn(o))}
  </section>`}function Ja(e,t){return t.length===0?u:l`${t.filter(n=>n.step===e.step).map(n=>l`<p class="mistake-here" data-mistake=${n.step} role="status">
            ${O(n.seat)} <strong>lost ${it(n.loss)}</strong> (${it(n.best_value)}
            to ${it(n.value)}); better: ${n.best}
          </p>`)}
    <details class="mistakes">
      <summary>Largest mistakes (${t.length})</summary>
      <ol>
        ${t.map(n=>l`<li>
              <button type="button" @click=${()=>e.go(n.step)}>step ${n.step}</button>
              ${O(n.seat)} <strong>${it(n.loss)}</strong>
              <span>${n.took} <span class="quiet">Better:</span> ${n.best}</span>
            </li>`)}
      </ol>
    </details>`}var Xa=8,ge=class{#r;#e;#s=null;#t=0;#n=[];#o=[];#i=[];#a=[];#l=1;#u=null;constructor(t,n){this.#r=t,this.#e=n}of(t,n){if(t!==this.#s||n!==this.#t){let s=this.#s!==null&&n===this.#t&&t.last>=this.#s.last;this.#s=t,this.#t=n,this.#n=t.faults(n).map(r=>({step:r,kind:"fault",word:`step ${r}: ${el(t,n,r)}`})),s||(this.#o=[],this.#l=1),this.#i=tl(t,n),this.#a=this.#p(),this.#c()}return this.#a}#p(){return[...this.#o,...this.#n,...this.#i]}#c(){this.#u!==null&&clearTimeout(this.#u),this.#u=setTimeout(()=>{this.#u=null;let t=this.#s;if(!t||t.eyes.length===0||this.#l>t.last)return;let n=performance.now()+Xa;for(;this.#l<=t.last&&performance.now()<n;){let s=this.#l++,r=this.#r.event(t.scene(this.#t,s));r&&this.#o.push({step:s,word:`step ${s}: ${r}`,kind:"event"})}this.#l<=t.last?this.#c():this.#a.length<this.#p().length&&(this.#a=this.#p(),this.#e())})}};function tl(e,t){return rn(sn(e,t)).map(n=>({step:n.step,word:`step ${n.step}: seat ${n.seat} lost ${it(n.loss)}`,kind:"mistake"}))}function el(e,t,n){return e.acts(t,n).filter(s=>s.fault).map(s=>`seat ${s.seat}, ${s.fault??""}`).join("; ")}var nl=700,ye=class{#r;#e;#s;#t=0;#n;#o=1;#i=null;constructor(t,n,s){this.#s=t,this.#r=n,this.#e=s,this.#n=t.eyes[0]??-1,this.live&&(this.#t=t.last)}get replay(){return this.#s}get renderer(){return this.#r}get step(){return this.#t}get last(){return this.#s.last}get eye(){return this.#n}get speed(){return this.#o}get playing(){return this.#i!==null}get live(){return!!this.#s.document.live}get place(){return{step:this.#t,eye:this.#n,speed:this.#o}}replace(t){let n=this.live&&this.#t===this.last;this.#s=t,t.eyes.includes(this.#n)||(this.#n=t.eyes[0]??-1),this.#t=n?t.last:Math.min(this.#t,t.last),this.#e()}go(t){this.#l(),this.#t=this.#u(t),this.#e()}by(t){this.go(this.#t+t)}byChapter(t){let{chapters:n}=this.#s.document,s=n.map(o=>o.step),r=t>0?s.find(o=>o>this.#t):s.findLast(o=>o<this.#t);this.go(r??(t>0?this.last:0))}look(t){!this.#s.eyes.includes(t)||t===this.#n||(this.#n=t,this.#e())}hurry(t){!J.includes(t)||t===this.#o||(this.#o=t,this.playing&&this.#a(),this.#e())}faster(t){this.hurry(J[J.indexOf(this.#o)+t]??this.#o)}visit({step:t,eye:n,speed:s}){n!==void 0&&this.look(n),s!==void 0&&this.hurry(s),t!==void 0&&this.#u(t)!==this.#t&&this.go(t)}toggle(){this.playing?this.#l():(this.#t===this.last&&(this.#t=0),this.#a()),this.#e()}#a(){this.#l();let t=this.#s.scene(this.#n,this.#t),n=nl*this.#r.weight(t)/this.#o;this.#i=setTimeout(()=>{this.#l(),this.#t=this.#u(this.#t+1),this.#t<this.last&&this.#a(),this.#e()},n)}#l(){this.#i!==null&&clearTimeout(this.#i),this.#i=null}#u(t){return Math.max(0,Math.min(t,this.last))}};function Vr(e){let{replay:t,step:n,eye:s}=e,r=e.playing&&e.speed>1;return l`<div class="taken" aria-live=${r?"off":"polite"} aria-atomic="true">
    ${n===0?l`<p class="quiet">Before the first step.</p>`:sl(e,t.acts(s,n))}
  </div>`}function sl(e,t){let{document:n}=e.replay,s=t[0]?.prompt;return s===void 0||t.length===1||t.some(r=>r.prompt!==s)?t.map(r=>Lr(n,r,rl(n,r))):l`<p class="question">${st(n,s)}</p>
    <div class="at-once">${t.map(r=>Lr(n,r,""))}</div>`}function rl(e,t){return t.seat===-1?t.stream??t.prompt:st(e,t.prompt)}function Lr(e,t,n){let s=fe(t);return l`<p data-act=${t.seat}>
    ${O(t.seat)} <strong>${pr(e,t.seat)}</strong>
    <span class="question">${n}</span>
    <span class="arrow" aria-hidden="true">→</span>
    ${s===null?l`<span class="answer quiet" data-hidden>hidden</span>`:l`<span class="answer">${s}</span>`}
    ${t.fault?l`<strong class="fault" data-fault=${t.fault}
            >${t.fault}: the referee answered</strong
          >`:u}
    ${t.stand_in?l`<strong class="fault" data-stand-in>a stand-in: ${t.stand_in}</strong>`:u}
  </p>`}var{I:Vd}=kn;var jr=e=>e.strings===void 0;var ol={},Dr=(e,t=ol)=>e._$AH=t;var at=$e(class extends vt{constructor(e){if(super(e),e.type!==ot.PROPERTY&&e.type!==ot.ATTRIBUTE&&e.type!==ot.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!jr(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===P||t===u)return t;let n=e.element,s=e.name;if(e.type===ot.PROPERTY){if(t===n[s])return P}else if(e.type===ot.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(s))return P}else if(e.type===ot.ATTRIBUTE&&n.getAttribute(s)===t+"")return P;return Dr(e),t}});var il={first:"M4 3v10M13 3 6.5 8l6.5 5z",last:"M12 3v10M3 3l6.5 5L3 13z",back:"M10.5 3 5.5 8l5 5",forward:"M5.5 3l5 5-5 5",chapterBack:"M8 3 3 8l5 5M13 3 8 8l5 5",chapterForward:"M3 3l5 5-5 5M8 3l5 5-5 5",play:"M4.5 2.5 13 8l-8.5 5.500z",pause:"M5 3v10M11 3v10",link:"M6.5 9.500l3-3M7 5l1.5-1.500a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.500a2.8 2.8 0 0 1-4-4L5 7"};function D(e){return l`<svg class="icon icon-${e}" viewBox="0 0 16 16" aria-hidden="true">
    ${m`<path d=${il[e]} />`}
  </svg>`}var al=6.6,Ir=10;function Hr(e,t){return t>0?e/t*100:0}function ll(e,t){let n=[],s=e.map(({step:r,label:o})=>{let i=tn(o),a=Math.max(i.findIndex((c,d)=>c!==n[d]),0);return n=i,{step:r,level:a,length:0,label:i[a]??"",title:Dt(o)}});return s.map((r,o)=>{let i=s.slice(o+1).find(a=>a.level<=r.level);return{...r,length:(i?.step??t)-r.step}})}function cl(e,t,n){let s=[];return e.filter(r=>r.level<2).sort((r,o)=>r.level-o.level||o.length-r.length).filter(r=>{let o=Hr(r.step,t)/100*n,i=o+r.label.length*al+Ir;return i>n+Ir||s.some(a=>o<a.to&&i>a.from)?!1:(s.push({from:o,to:i}),!0)}).sort((r,o)=>r.step-o.step)}function Br(e,t,n,s,r){let{replay:o,step:i,last:a}=e,{chapters:c}=o.document,d=c[o.chapter(i)]?.label,p=d?Dt(d):"";return l`<footer class="timeline" aria-label="Timeline">
    ${Cr(e)}
    <div class="track">
      ${wt([o,t,n],()=>pl(e,ll(c,a),t,n))}
      <input
        type="range"
        min="0"
        max=${a}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${i} of ${a}${p&&`, ${p}`}`}
        .value=${at(String(i))}
        @input=${h=>{h.target instanceof HTMLInputElement&&e.go(Number(h.target.value))}}
      />
    </div>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${G(D("first"),"First step",()=>e.go(0),i===0)}
        ${G(D("chapterBack"),"Previous chapter",()=>e.byChapter(-1),i===0)}
        ${G(D("back"),"One step back",()=>e.by(-1),i===0)}
        ${G(D(e.playing?"pause":"play"),e.playing?"Pause":"Play",()=>e.toggle(),a===0,"play")}
        ${G(D("forward"),"One step forward",()=>e.by(1),i===a)}
        ${G(D("chapterForward"),"Next chapter",()=>e.byChapter(1),i===a)}
        ${G(D("last"),"Last step",()=>e.go(a),i===a)}
      </div>
      <p class="where">
        <strong>${i}</strong> of ${a}${p?l` <span>${p}</span>`:u}
      </p>
      ${e.live&&i<a?l`<button type="button" class="to-live" @click=${()=>e.go(a)}>
              Go to live
            </button>`:u}
      <div class="choices">
        <label
          ><span class="hideable">Speed</span>
          <select
            aria-label="Speed"
            .value=${at(String(e.speed))}
            @change=${h=>{h.target instanceof HTMLSelectElement&&e.hurry(Number(h.target.value))}}
          >
            ${J.map(h=>l`<option value=${h} ?selected=${h===e.speed}>${h}×</option>`)}
          </select></label
        >
        ${ul(e)} ${s?G(D("link"),"Copy link",s,!1):u}
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
  </footer>`}function ul(e){let{eyes:t,document:n}=e.replay;return t.length===0?u:l`<label
    ><span class="hideable">Seen by</span>
    <select
      class="eyes"
      aria-label="Seen by"
      .value=${at(String(e.eye))}
      @change=${s=>{s.target instanceof HTMLSelectElement&&e.look(Number(s.target.value))}}
    >
      ${t.map(s=>l`<option value=${s} ?selected=${s===e.eye}>
            ${dr(n,s)}
          </option>`)}
    </select></label
  >`}function pl(e,t,n,s){let{last:r}=e,o=i=>`${Hr(i,r).toFixed(3)}%`;return l`<svg class="chapters" width="100%" height="40" aria-hidden="true">
    ${t.map(i=>m`<line class=${i.level?"tick":"tick major"} x1=${o(i.step)} x2=${o(i.step)}
          y1=${Math.min(i.level*7,14)} y2="20"><title>${i.title}</title></line>`)}
    ${cl(t,r,s).map(i=>m`<text class=${i.level?"":"major"} x=${o(i.step)} dx="3" y="9">${i.label}</text>`)}
    ${n.map(i=>{let a=()=>e.go(i.step),c=m`<title>${i.word}</title>`;return i.kind==="mistake"?m`<circle class="mark mistake" cx=${o(i.step)} cy="34" r="4.5" @click=${a}>${c}</circle>`:i.kind==="fault"?m`<rect class="mark fault" x=${o(i.step)} y="29" width="3" height="10" transform="translate(-1.5 0)" @click=${a}>${c}</rect>`:m`<circle class="mark" cx=${o(i.step)} cy="34" r="3" @click=${a}>${c}</circle>`})}
  </svg>`}function G(e,t,n,s,r=""){return l`<button
    type="button"
    class=${r}
    aria-label=${t}
    title=${t}
    aria-disabled=${s?"true":u}
    @click=${n}
  >
    ${e}
  </button>`}var xt=class{#r;#e;#s;#t;#n;#o=new Map;#i="";#a=600;#l=0;#u=-1;#p={replay:null,largest:0};constructor(t,n,s=null){this.#r=t,this.#n=s;let{board:r,match:o}=n.document,i=ur[o.game]??(r?gr:qt),a=()=>this.#c();this.#e=new ye(n,i,a),this.#s=new ge(i,a),this.#t=new Yt(c=>this.#e.visit(c)),this.#e.visit(this.#t.place),this.#h(),addEventListener("keydown",c=>this.#w(c)),new ResizeObserver(([c])=>{let d=Math.round(c?.contentRect.width??0);d&&d!==this.#a&&(this.#a=d,this.#c())}).observe(this.#$(".track"))}update(t,n){n!==this.#i&&(this.#i=n,this.#c()),t!==this.#e.replay&&this.#e.replace(t)}redraw(){this.#c()}#c(){this.#l||(this.#l=requestAnimationFrame(()=>this.#h()))}#h(){this.#l=0;let t=this.#e;Z(this.#g(),this.#r),t.step!==this.#u&&(Nr(this.#r),Tr(this.#r)),this.#n?.drawn(this.#r,t),this.#u=t.step,this.#t.write(this.#m())}#m(){let{live:t,step:n,last:s,place:r}=this.#e;return t&&n===s?{eye:r.eye,speed:r.speed}:r}#g(){let t=this.#e,{replay:n,renderer:s,step:r,eye:o}=t,i=this.#n?.draw(t)??u,a={...n.scene(o,r),...this.#n?.scene(t)},c=n.eyes.length>0,d="clipboard"in navigator?()=>{this.#v()}:null;return l`${Mr(t,this.#i)}
      <main
        data-step=${r}
        data-steps=${t.last}
        data-eye=${o}
        data-game=${n.document.match.game}
        ?data-playing=${t.playing}
      >
        ${i}
        <div class="middle">
          <section class="board" aria-label="Board">
            ${Vr(t)} ${c?ut("board",()=>s.board(a)):u}
          </section>
          ${c?l`<section class="table" aria-label="Table">
                  ${ut("table",()=>s.table(a))}
                </section>`:u}
        </div>
        ${Rr(t,a,this.#y(n))}
        ${Or(t,this.#o,()=>this.#c())}
      </main>
      ${Br(t,this.#s.of(n,o),this.#a,d,()=>this.#b())}
      ${Ar(()=>this.#f().close(),this.#n?.keys)}`}#y(t){if(this.#p.replay!==t){let n=t.document.steps.flatMap(s=>s.acts.map(r=>r.bank_us??0));this.#p={replay:t,largest:n.reduce((s,r)=>Math.max(s,r),0)}}return this.#p.largest}#w(t){this.#f().open||(t.key==="?"&&!t.ctrlKey&&!t.metaKey&&!t.altKey?this.#b():this.#n?.pressed(t,this.#e)||_r(this.#e,t))}#b(){this.#f().showModal()}#f(){return this.#$("dialog")}async#v(){this.#t.writeNow(this.#m());try{await navigator.clipboard.writeText(location.href),this.#i=""}catch{this.#i="The browser does not let this page copy the address."}this.#c()}#$(t){let n=this.#r.querySelector(t);if(!n)throw new Error(`the page has no ${t}`);return n}};var F=class e{document;#r=new Map;#e=new Map;#s=new Map;#t;constructor(t){this.document=t,this.#t=t.seats.map(()=>[]),this.#o(0)}get last(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,n){return on(this.#r,t,n,this.#n(t)?.views)}said(t,n){return on(this.#e,t,n,this.#n(t)?.said)??{}}board(t,n){let s=this.document.board;if(!s)return null;let r=on(this.#s,t,n,this.#n(t)?.pieces);return{drawing:s,pieces:r??[]}}#n(t){return this.document.eyes.find(n=>n.eye===t)}acts(t,n){let s=this.document.steps[n-1]?.acts??[],r=this.#n(t)?.acts;return r?s.map((o,i)=>{let a=r[`${n-1}.${i}`];return a?{...o,...a}:o}):s}asked(t){let n=this.document.steps[t];return n?n.acts.filter(s=>s.seat>=0).map(s=>({seat:s.seat,prompt:s.prompt})):this.document.asked}scene(t,n){let{catalogue:s,seats:r,teams:o}=this.document;return{view:this.view(t,n),before:n>0?this.view(t,n-1):null,catalogue:s,seats:r,teams:o,acts:this.acts(t,n),said:this.said(t,n),board:this.board(t,n),asked:this.asked(n),eye:t}}lastAct(t,n,s,r=()=>!0){let o=this.#t[n]??[];for(let i=qr(o,s);i>=0;i--){let a=o[i]??0,c=this.acts(t,a).find(d=>d.seat===n&&r(d));if(c)return{step:a,act:c}}return null}faults(t){let n=[];for(let s=1;s<=this.last;s++)this.acts(t,s).some(r=>r.fault)&&n.push(s);return n}chapter(t){return qr(this.document.chapters.map(n=>n.step),t)}with(t){if(t.from!==this.last)return null;let n=this.document,s=new e({...n,match:t.match??n.match,prompts:{...n.prompts,...t.prompts},steps:[...n.steps,...t.steps],chapters:[...n.chapters,...t.chapters],asked:t.asked,eyes:n.eyes.map(r=>{let o=t.eyes.find(a=>a.eye===r.eye);if(!o)return r;let i=(a=[])=>a.slice(a.length-t.steps.length);return{eye:r.eye,views:[...r.views,...i(o.views)],...r.said?{said:[...r.said,...i(o.said)]}:{},...r.pieces?{pieces:[...r.pieces,...i(o.pieces)]}:{},...r.chances?{chances:r.chances}:{},acts:{...r.acts,...o.acts}}}),outcome:t.outcome??n.outcome,note:t.note??n.note});for(let[r,o]of this.#r)s.#r.set(r,o);for(let[r,o]of this.#e)s.#e.set(r,o);for(let[r,o]of this.#s)s.#s.set(r,o);return s}#o(t){for(let n=t;n<this.last;n++)for(let s of this.document.steps[n]?.acts??[])this.#t[s.seat]?.push(n+1)}};function on(e,t,n,s){if(!s)return null;let r=e.get(t);r||e.set(t,r=[]);for(let o=r.length;o<=n;o++){let i=s[o]??null,a=r[o-1]??null;r.push(i===null?a:o===0?i:Zt(a,i))}return r[n]??null}function qr(e,t){let n=0,s=e.length;for(;n<s;){let r=n+s>>1;(e[r]??0)<=t?n=r+1:s=r}return n-1}var dl=1e3,ml=15e3,hl=2e4;async function Gr(){let e=document.getElementById("match");return e?.textContent?an(await fl(e.textContent)):null}async function fl(e){try{let t=Uint8Array.from(atob(e),s=>s.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return JSON.parse(await new Response(n).text())}catch(t){throw new Error("the match in this page is damaged",{cause:t})}}var be=class{#r=`${location.pathname.replace(/\/$/,"")}/frames`;async document(){return an(await this.#e(this.#r))}async begun(){let t=await this.#e(this.#r);return t===null?null:an(t)}async news(t){return await this.#e(`${this.#r}?from=${t}`)}async#e(t){let n=await fetch(t,{cache:"no-cache",signal:AbortSignal.timeout(hl)}).catch(s=>{throw new Error("the server does not answer",{cause:s})});if(n.status===304)return null;if(n.status===404)throw new Error("the server does not know this match");if(!n.ok)throw new Error(`the server answers ${n.status} ${n.statusText}`);return n.json()}};async function Fr(e,t,n,s=dl){let r=t,o=s;for(;r.document.live;){await Gt(o);try{let i=await e.news(r.last);i&&(r=await ln(e,r,i)),o=s,n(r,"")}catch(i){o=Math.min(o*2,ml);let a=Math.ceil(o/1e3);n(r,`No news: ${lt(i)}. The page asks again in ${a} s.`)}}}async function ln(e,t,n){return(n.live&&!n.reload?t.with(n):null)??new F(await e.document())}function lt(e){return e instanceof Error?e.message:String(e)}function an(e){if(e?.format!==1)throw new Error("this match is in a format that this page does not know");return e}function Gt(e){return new Promise(t=>setTimeout(t,e))}var cn="The server does not answer",zr=2e4,$l=3e3,ve=class{#r=location.pathname.replace(/\/$/,"");#e=null;#s=null;async claim(){let t=await this.#t("claim",{});if(t)throw new Error(t)}async told(){let t=await fetch(`${this.#r}/question`,{cache:"no-store",signal:AbortSignal.timeout(zr)}).catch(n=>{throw new Error("the server does not answer",{cause:n})});if(!t.ok)throw new Error(`the server answers ${t.status}`);return await t.json()}answer(t,n){return this.#t("answer",{decision:t,picks:n})}leave(){return this.#t("leave",{})}listen(t){this.#e=new EventSource(`${this.#r}/events`),this.#e.onmessage=t,this.#s=setInterval(t,$l)}close(){this.#s!==null&&clearInterval(this.#s),this.#e?.close()}async#t(t,n){try{let s=await fetch(`${this.#r}/${t}`,{method:"POST",headers:{"Content-Type":"application/json"},body:JSON.stringify(n),signal:AbortSignal.timeout(zr)});return s.ok?"":(await s.text()).trim()}catch(s){return`${cn}: ${lt(s)}`}}};var Ur=new Set(["amount","count","food","goods","lore","people","rotation","stone","units","wood"]),we=class{question;#r;#e;#s=[];#t=[];#n="";#o=-1;constructor(t,n){this.question=t,this.#r=n,this.#e=t.options.map(s=>Kr(s.does))}get picks(){return this.#s}get at(){return this.#t}get words(){return this.#n}get considered(){return this.#o>=0?this.#o:this.#s.at(-1)??-1}get ready(){let{least:t,most:n}=this.question;return this.#s.length>=t&&this.#s.length<=n}get listed(){let t=this.#n.toLowerCase().split(/\s+/).filter(Boolean),n=/^\d+$/.test(this.#n.trim())?this.#n.trim():"";return this.#i().filter(s=>{let r=this.question.options[s]?.text.toLowerCase()??"";return n&&String(s).startsWith(n)||t.every(o=>r.includes(o))})}get marked(){let t=new Map;for(let n of this.#i()){let s=this.#r[n]?.[this.#t.length];s!==void 0&&t.set(s,[...t.get(s)??[],n])}return t}rows(){let t=new Map,n=this.listed.map(s=>({index:s,...this.#a(s)}));for(let{index:s,verb:r,key:o}of n){let i=t.get(r)??new Map;i.set(o,[...i.get(o)??[],s]),t.set(r,i)}return[...t].map(([s,r])=>({verb:s,rows:[...r.values()].flatMap(o=>this.#l(o))}))}toggle(t){if(!this.question.options[t])return"nothing";this.#t=[],this.#n="",this.#o=-1;let{most:n}=this.question;if(this.#s.includes(t))return n===1?"again":(this.#s=this.#s.filter(s=>s!==t),"unpicked");if(n===1)this.#s=[t];else{if(this.#s.length>=n)return"full";this.#s=[...this.#s,t]}return"picked"}point(t){let n=this.marked.get(t)??[];if(n.length===0)return"nothing";if(n.length===1)return this.toggle(n[0]??-1);this.#t=[...this.#t,t],this.#n="";let s=this.marked;if(s.size===1&&this.listed.every(r=>[...s.values()][0]?.includes(r))){let[r]=s.keys();r!==void 0&&(this.#t=[...this.#t,r])}return this.#o=this.listed[0]??-1,"narrowed"}find(t){this.#n=t,this.#o=-1}consider(t){this.#o=t}undo(){if(this.#o=-1,this.#n)this.#n="";else if(this.#t.length)this.#t=[];else if(this.#s.length)this.#s=this.#s.slice(0,-1);else return!1;return!0}takeDefault(){this.#t=[],this.#n="",this.#o=-1,this.#s=[...this.question.default]}#i(){return this.#r.flatMap((t,n)=>this.#t.every((s,r)=>t[r]===s)?[n]:[])}#a(t){let n=this.#e[t]??"",s=this.question.options[t]?.does[n]??{},r=Object.entries(s).filter(([o])=>!Ur.has(o));return{verb:n,key:JSON.stringify(r)}}#l(t){let n=t.map(a=>({options:[a],field:"",values:[]})),s=t.map(a=>gl(this.question.options[a]?.does??{})),r=Object.keys(s[0]??{}).filter(a=>s.some(c=>c[a]!==s[0]?.[a])),[o]=r;if(t.length<2||r.length!==1||o===void 0)return n;let i=t.map((a,c)=>({index:a,value:s[c]?.[o]??0})).sort((a,c)=>a.value-c.value);return[{options:i.map(a=>a.index),field:o,values:i.map(a=>a.value)}]}};function Kr(e){return Object.keys(e)[0]??""}function gl(e){let t=e[Kr(e)]??{};return Object.fromEntries(Object.entries(t).filter(n=>Ur.has(n[0])&&typeof n[1]=="number"))}var un="can-take",Wr="is-taken",xe=class{#r=new WeakMap;#e=new WeakMap;#s=new Set;#t=[];#n="";set(t,n){let s=n.map(c=>({mark:c,elements:[...t.querySelectorAll(c.place)].filter(d=>d.checkVisibility())})),r=new Set(s.flatMap(({elements:c})=>c)),o=new Set(s.map(({elements:c})=>c.at(-1)));for(let c of this.#s)(!r.has(c)||this.#e.has(c)&&!o.has(c))&&this.#o(c);this.#s=r,this.#t=[];for(let{mark:c,elements:d}of s){for(let h of d)this.#r.set(h,c.place),h.classList.add(un),h.classList.toggle(Wr,c.taken);let p=d.at(-1);!p||this.#t.includes(p)||(this.#e.has(p)||this.#e.set(p,p.getAttribute("role")),p.setAttribute("role","button"),p.setAttribute("aria-label",c.label),p.setAttribute("aria-pressed",String(c.taken)),p.setAttribute("data-options",c.options.join(" ")),this.#t.push(p))}this.#t=yl(this.#t);let a=this.#t.find(c=>this.#r.get(c)===this.#n)??this.#t[0];for(let c of this.#t)c.setAttribute("tabindex",c===a?"0":"-1")}placeOf(t){let n=t instanceof Element?t.closest(`.${un}`):null;return(n&&this.#r.get(n))??""}reaches(t){return t instanceof Element&&this.#t.includes(t)}focus(t){let n=this.#t.findIndex(o=>o===document.activeElement),s=this.#t.length;if(!s)return!1;let r=this.#t[n<0?0:(n+t+s)%s];if(!(r instanceof SVGElement||r instanceof HTMLElement))return!1;this.#n=this.#r.get(r)??"";for(let o of this.#t)o.setAttribute("tabindex",o===r?"0":"-1");return r.focus(),!0}#o(t){if(t.classList.remove(un,Wr),!this.#e.has(t))return;let n=this.#e.get(t)??null;n===null?t.removeAttribute("role"):t.setAttribute("role",n),this.#e.delete(t);for(let s of["aria-label","aria-pressed","data-options","tabindex"])t.removeAttribute(s)}};function yl(e){return e.map(n=>({element:n,box:n.getBoundingClientRect()})).sort(({box:n},{box:s})=>Math.round(n.top/24)-Math.round(s.top/24)||n.left-s.left).map(({element:n})=>n)}function Qr({least:e,most:t,ordered:n,options:s}){let r=n&&t>1?" Their order counts.":"",o=s.length;return e===t?`Take ${e} of ${o}.${r}`:e===0?t===1?`Take 1 of ${o}, or nothing.`:`Take up to ${t} of ${o}, or nothing.${r}`:`Take ${e} to ${t} of ${o}.${r}`}var bl=4;function Yr(e,t){let{told:n,choice:s}=e;return l`<section
    class="panel"
    aria-label="Your seat"
    data-decision=${s?.question.decision??""}
  >
    <div aria-live="polite" class="panel-news">
      ${n.notes.map(r=>l`<p class="panel-note">${r}</p>`)}
      ${e.problem?l`<p class="panel-note fault" role="alert">${e.problem}</p>`:u}
      ${s?u:vl(n)}
    </div>
    <div class="panel-happened" aria-live="polite">
      ${s?wl(s,t):u}
    </div>
    <div aria-live="polite" class="panel-asked">
      ${s?l`<h2 class="panel-question" id="question" tabindex="-1">${s.question.question}</h2>`:u}
    </div>
    ${s?xl(s,e,t):u} ${_l(e,t)}
  </section>`}function vl(e){if(e.over){let{rank:t,void:n}=e.over;return l`<p class="panel-question" data-over>
        ${n?`The match has no result: ${n}`:`The match is over; your place: ${t??"?"}.`}
      </p>
      <p class="quiet">
        This page is its replay now, with all hands: see below. Keep it open: once the server has
        ended, it cannot be loaded again.
      </p>
      ${e.next?l`<p><a class="button" data-next href=${e.next}>Play the next match</a></p>`:u}`}return l`<p class="panel-question" data-waiting>
    ${e.left?"You have left the match.":"You wait for the others."}
  </p>`}function wl({question:e},t){let{events:n,standing:s,period:r}=e;return l`${r?l`<p class="panel-period">${r}</p>`:u}
  ${s.length?l`<details class="panel-standing">
          <summary>What each player has</summary>
          <ul>
            ${s.map(o=>l`<li>${o}</li>`)}
          </ul>
        </details>`:u}
  ${n.length?l`<div class="panel-events">
          <p class="quiet">
            Since your last decision:
            <button type="button" class="small" @click=${()=>t.showEvents()}>
              Show it on the board
            </button>
          </p>
          <ul tabindex="0" aria-label="Since your last decision">
            ${n.map(o=>l`<li>${o}</li>`)}
          </ul>
        </div>`:u}`}function xl(e,t,n){let s=e.question;return l`${kl(e)}
    <p class="panel-count" data-least=${s.least} data-most=${s.most}>
      ${Qr(s)}
      ${s.most>1?l`<strong>${e.picks.length} taken.</strong>`:u}
    </p>
    <div class="panel-send">
      ${Rl(e,t,n)}
      <button
        type="button"
        data-undo
        aria-disabled=${e.picks.length||e.at.length||e.words?u:"true"}
        @click=${()=>n.undo()}
      >
        Undo
      </button>
      <button type="button" data-default @click=${()=>n.takeDefault()}>Default</button>
    </div>
    ${Tl(e,n)}
    ${s.options.length>1?l`<input
            class="panel-find"
            type="search"
            aria-label="Options with these words, or the number of one"
            placeholder="words or a number"
            autocomplete="off"
            .value=${at(e.words)}
            @input=${r=>{r.target instanceof HTMLInputElement&&n.find(r.target.value)}}
            @keydown=${r=>{r.key==="Enter"&&(r.preventDefault(),r.stopPropagation(),r.repeat||n.enter())}}
          />`:u}
    ${e.at.length?l`<p class="panel-here">
            Options of this place.
            <button type="button" class="small" @click=${()=>n.undo()}>Show all</button>
          </p>`:u}
    ${Pl(e,n)}
    ${t.printed===null?u:l`<div class="panel-printed" tabindex="0" aria-label="What is printed on it">
            ${t.printed.map(r=>l`<p>${r}</p>`)}
          </div>`}`}function kl({question:e}){let t=[...e.clock,...e.charged];return l`<div class="panel-clock">
    ${e.left_ms===null?u:l`<p><strong class="clock-left" role="timer"></strong> left</p>`}
    ${e.left_ms===null&&e.clock.length<2?u:l`<details>
            <summary>Clock</summary>
            ${t.map(n=>l`<p>${n}</p>`)}
          </details>`}
  </div>`}function Rl(e,{sending:t,past:n},s){let{least:r}=e.question,o=r-e.picks.length,i=t?"Sending":o>0?`Take ${o}${e.picks.length?" more":""}`:e.picks.length?"Send":"Take nothing";return l`<button
    type="button"
    class="send"
    data-send
    aria-disabled=${e.ready&&!t?u:"true"}
    title=${n?"The board shows an earlier moment":""}
    @click=${()=>s.send()}
  >
    ${i}
  </button>`}function Tl(e,t){return e.picks.length?l`<ol class="panel-taken" aria-label="Taken">
    ${e.picks.map((n,s)=>l`<li>
          ${e.question.most>1?l`<span class="order">${s+1}</span>`:u}
          <span>${e.question.options[n]?.text}</span>
          ${e.question.most>1?l`<button
                  type="button"
                  class="small"
                  aria-label=${`Give back ${s+1}`}
                  @click=${()=>t.toggle(n)}
                >
                  ×
                </button>`:u}
        </li>`)}
  </ol>`:u}function Pl(e,t){let n=e.rows(),s=n.reduce((r,o)=>r+o.rows.length,0);return l`<div
    class="panel-options ${s<=bl?"is-short":""}"
    role="group"
    aria-labelledby="question"
    @pointerleave=${Zr(()=>t.consider(-1))}
  >
    ${n.length?u:l`<p class="quiet">No option has these words.</p>`}
    ${n.map(({verb:r,rows:o})=>l`${n.length>1?l`<h3>${rt(r)}</h3>`:u}
          <ul>
            ${o.map(i=>Sl(e,i,t))}
          </ul>`)}
  </div>`}function Ml(e,t){return t.options.find(s=>s===e.considered)??t.options.find(s=>e.picks.includes(s))??t.options[0]??-1}function Zr(e){return t=>{t.pointerType==="mouse"&&e()}}function Sl(e,t,n){let s=Ml(e,t),r=t.options.indexOf(s),o=e.picks.indexOf(s),i=a=>n.consider(t.options[r+a]??s);return l`<li>
    <button
      type="button"
      class="option"
      data-option=${s}
      data-steps=${t.field||u}
      aria-pressed=${o>=0}
      aria-keyshortcuts=${t.field?"ArrowLeft ArrowRight":u}
      @click=${()=>n.toggle(s)}
      @focus=${()=>n.consider(s)}
      @pointerenter=${Zr(()=>n.consider(s))}
      @keydown=${a=>{let c={ArrowLeft:-1,ArrowRight:1}[a.key];!t.field||c===void 0||(a.preventDefault(),a.stopPropagation(),i(c))}}
    >
      <span class="number">${s}</span>
      <span class="words">${e.question.options[s]?.text}</span>
      ${o>=0?l`<span class="order">${e.question.most>1?o+1:"✓"}</span>`:u}
    </button>
    ${t.field?l`<span class="stepper" role="group" aria-label=${rt(t.field)}>
            <button
              type="button"
              tabindex="-1"
              aria-label=${`Less ${t.field}`}
              aria-disabled=${r>0?u:"true"}
              @click=${()=>i(-1)}
            >
              −
            </button>
            <output
              >${t.field==="rotation"?`${90*(t.values[r]??0)}°`:t.values[r]}</output
            >
            <button
              type="button"
              tabindex="-1"
              aria-label=${`More ${t.field}`}
              aria-disabled=${r<t.options.length-1?u:"true"}
              @click=${()=>i(1)}
            >
              +
            </button>
          </span>`:u}
  </li>`}function _l({texts:e,atOnce:t,leaving:n,told:s},r){return l`<details class="panel-more">
    <summary>Texts of cards, settings, leave</summary>
    ${s.over||s.left?u:l`<p>
              <label
                ><input
                  type="checkbox"
                  .checked=${at(t)}
                  @change=${o=>{o.target instanceof HTMLInputElement&&r.sendAtOnce(o.target.checked)}}
                />
                send a single pick at once</label
              >
            </p>
            <p>
              <button type="button" data-leave @click=${()=>r.leave()}>
                ${n?"Really leave: the referee plays on for you":"Leave the match"}
              </button>
            </p>`}
    <dl class="panel-texts">
      ${e.map(([o,i])=>l`<div>
            <dt>${o}</dt>
            <dd>${i}</dd>
          </div>`)}
    </dl>
  </details>`}function Xr(e){let t=Math.ceil(e/1e3);return`${Math.floor(t/60)}:${String(t%60).padStart(2,"0")}`}function to(e,t){let[n={}]=Object.values(t);return Object.entries(n).flatMap(([s,r])=>{let o=Al(e,s,r),{name:i,text:a}=o??{};return typeof i=="string"&&typeof a=="string"&&a?[`${i}: ${a}`]:[]})}function Al(e,t,n){if(typeof n!="number"||!Jr(e))return null;let s=e[`${t}s`],r=Array.isArray(s)?s[n]:null;return r!==void 0&&Jr(r)?r:null}function Jr(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function eo(e){let t=new Map;for(let n of e.querySelectorAll(".board [title], .table [title], .seats [title]")){let s=n.getAttribute("title")??"",r=n.textContent.trim().replace(/\s+/g," ");r&&s.length>r.length&&!n.closest(".panel")&&t.set(r,s)}return[...t].sort(([n],[s])=>n.localeCompare(s))}var El=250,Ol=".panel-send, .panel-taken, .panel-find, .panel-here, .panel-options, .can-take",pn="lawspeaker-send-at-once",ke=class{keys=[{shown:"0 to 9",does:"the number of an option; Enter takes it"},{shown:"/",does:"look for options with words"},{shown:"Enter",does:"take what has the focus; again, or elsewhere: send"},{shown:"Esc, Backspace",does:"undo"},{shown:"b, o",does:"go to the board, to the options; arrows move on there"},{shown:"d",does:"take the default"}];#r;#e;#s=new xe;#t={notes:[],left:!1,over:null,next:"",complete:!1};#n=null;#o=0;#i=-1;#a="";#l=!1;#u=[];#p=null;#c=null;#h=null;#m="";#g;constructor(t,n){this.#r=t,this.#e=n,setInterval(()=>this.#T(),El)}get needs(){return this.#t.question?.step??0}get complete(){return this.#t.complete}get over(){return this.#t.over!==null}tell(t){let n=t.question,s=this.#n?.question.decision;this.#a.startsWith(cn)&&(this.#a=""),n&&(this.#h=n.left_ms===null?null:performance.now()+n.left_ms),!n&&this.#n&&(this.#o=this.#n.question.step),n?.decision!==s&&(s!==void 0&&this.#n&&(this.#o=this.#n.question.step,this.#m="question"),this.#n=null,this.#a="",this.#l=!1),this.#t=t,this.#e()}draw(t){return this.#p=t,this.#w(t),Yr({told:this.#t,choice:this.#n,problem:this.#a,sending:this.#i===this.#n?.question.decision,atOnce:this.#y,leaving:this.#l,texts:this.#u,printed:this.#b(t),past:t.step<t.last},this)}scene(t){let n=this.#n;if(!n||t.step<t.last)return{offered:[],considered:[]};let{options:s}=n.question,r=[...new Set([...n.picks,n.considered])].filter(o=>o>=0);return{offered:s.map(o=>o.does),considered:r.flatMap(o=>s.slice(o,o+1).map(i=>i.does))}}drawn(t,n){this.#c!==t&&(this.#c=t,t.addEventListener("click",s=>this.#M(s),{capture:!0}),t.addEventListener("click",s=>this.#_(s)),t.addEventListener("toggle",s=>this.#A(s),{capture:!0})),this.#s.set(t,n.step<n.last?[]:this.#E()),this.#T(),this.#S(t)}pressed(t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(!this.#n)return!1;if(t.repeat&&t.key==="Enter"&&this.#P(n))return this.#d(t,()=>{});if(n?.closest("input:not([type=range], [type=checkbox]), select, textarea"))return t.key==="Escape"?this.#d(t,()=>this.#O()):!1;if(this.#s.reaches(n)){if(["ArrowRight","ArrowDown"].includes(t.key))return this.#d(t,()=>this.#s.focus(1));if(["ArrowLeft","ArrowUp"].includes(t.key))return this.#d(t,()=>this.#s.focus(-1));if(["Enter"," "].includes(t.key))return this.#d(t,()=>this.#k(this.#s.placeOf(n)))}if(n?.closest(".panel-options")&&["ArrowDown","ArrowUp"].includes(t.key))return this.#d(t,()=>this.#R(n,t.key==="ArrowDown"?1:-1));if(/^\d$/.test(t.key)){this.find("");let s=this.#x();return s&&(s.value=""),s?.focus(),!0}switch(t.key){case"/":return this.#d(t,()=>this.#x()?.focus());case"b":return this.#d(t,()=>this.#s.focus(0));case"o":return this.#d(t,()=>this.#c?.querySelector(".panel-options .option")?.focus());case"d":return this.#d(t,()=>this.takeDefault());case"Escape":case"Backspace":return this.#d(t,()=>this.undo());case"Enter":return n?.closest("button, a, summary, [role=button]")?!1:this.#d(t,()=>this.send());default:return!1}}toggle(t){this.#$(this.#n?.toggle(t)??"nothing")}consider(t){let n=this.#n;!n||t<0&&n.at.length||(n.consider(t),this.#e())}find(t){this.#n?.find(t),this.#e()}enter(){let t=this.#n;if(!t)return;let n=t.words.trim(),{listed:s}=t;n?/^\d+$/.test(n)&&t.question.options[Number(n)]?this.toggle(Number(n)):s.length===1?this.toggle(s[0]??-1):s.length&&this.#R(null,1):this.send(),this.#e()}undo(){this.#a="",this.#n?.undo(),this.#e()}takeDefault(){this.#n?.takeDefault(),this.#e()}send(){this.#f()}showEvents(){this.#p?.go(this.#o),this.#p?.toggle()}leave(){this.#l?this.#r.leave().then(t=>this.#v(t)):this.#l=!0,this.#e()}sendAtOnce(t){t?sessionStorage.setItem(pn,"yes"):sessionStorage.removeItem(pn),this.#e()}get#y(){return sessionStorage.getItem(pn)==="yes"}#w(t){let n=this.#t.question;if(!n||this.#n||t.last<n.step)return;let s=t.replay.scene(t.eye,t.last),{renderer:r}=t;this.#n=new we(n,n.options.map(({does:o,places:i})=>i?.map(yr)??r.places?.(s,o)??[]))}#b(t){let n=this.#n;if(!n)return null;let{catalogue:s}=t.replay.document,{options:r}=n.question,o=r.map(({does:i,text:a})=>to(s,i).filter(c=>!a.includes(c.slice(c.indexOf(": ")+2))));return o.some(i=>i.length)?o[n.considered]??[]:null}async#f(){let t=this.#n;if(!t?.ready||this.#i===t.question.decision)return;let{decision:n}=t.question;this.#i=n,this.#p?.go(this.#p.last),this.#e();let s=await this.#r.answer(n,t.picks);s&&this.#n?.question.decision===n&&(this.#i=-1),this.#v(s)}#v(t){this.#a=t,this.#e()}#$(t){let n=this.#n?.question.most??0;this.#a=t==="full"?`You may take ${n}: give one back first.`:"",(t==="again"||t==="picked"&&n===1&&this.#y)&&this.send(),t==="narrowed"&&this.#n?.marked.size===0&&(this.#m="options"),this.#e()}#k(t){t&&this.#$(this.#n?.point(t)??"nothing")}#P(t){return!t?.closest("button, a, summary, input, select, [role=button]")||this.#s.reaches(t)||t?.closest(".panel")!==null}#M(t){let n=t.target instanceof Element?t.target:null,s=this.#n?.question.decision;t.detail<=1?this.#g=s:(n?.closest("[data-leave]")||s!==this.#g&&n?.closest(".panel, .can-take"))&&(t.preventDefault(),t.stopPropagation())}#S(t){if(this.#m==="options")t.querySelector(".panel-options .option")?.focus();else if(this.#m==="question"){let n=t.querySelector("#question");if(!n)return;for(let r of t.querySelectorAll(".panel, .panel-options"))r.scrollTop=0;let s=document.activeElement;(s===null||s===document.body||s.closest(Ol))&&n.focus({preventScroll:!0})}this.#m=""}#_(t){let n=this.#s.placeOf(t.target);n&&this.#k(n)}#A(t){let n=t.target;!(n instanceof HTMLDetailsElement)||!n.matches(".panel-more")||!this.#c||(this.#u=n.open?eo(this.#c):[],this.#e())}#E(){let t=this.#n;return t?[...t.marked].map(([n,s])=>{let[r=-1]=s,o=t.question.options[r]?.text??"";return{place:n,label:s.length===1?o:`${s.length} options, such as: ${o}`,options:s,taken:s.some(i=>t.picks.includes(i))}}):[]}#R(t,n){let s=[...this.#c?.querySelectorAll(".panel-options .option")??[]],r=s.findIndex(o=>o===t);s[r<0?0:(r+n+s.length)%s.length]?.focus()}#x(){return this.#c?.querySelector(".panel-find")??null}#O(){this.#x()?.blur(),this.undo()}#d(t,n){return t.preventDefault(),n(),!0}#T(){let t=this.#c?.querySelector(".clock-left");if(!t||this.#h===null)return;let n=Math.max(0,this.#h-performance.now()),s=Xr(n);t.textContent!==s&&(t.textContent=s),t.classList.toggle("fault",n<1e4)}};var no=500,Nl=60,Cl=50,Ll="The match begins when all players are there. Keep this page open.";async function so(e,t){let n=new ve;await n.claim();let s=()=>{};n.listen(()=>s());let r=()=>new Promise($=>s=$),o=new F(await Vl(t,e,r));document.title=`Your seat: ${o.document.match.title}`;let i=null,a=new ke(n,()=>i?.redraw());i=new xt(e,o,a);let c=i,d=async()=>{for(a.tell(await n.told());o.document.live;){let $=await t.news(o.last);if($?o=await ln(t,o,$):await Gt(Cl),c.update(o,""),o.last>=a.needs&&!a.over)break}!o.document.live&&a.complete&&n.close()},p=!1,h=!1,f=()=>{h=!0,!p&&(p=!0,(async()=>{for(;h;){h=!1;try{await d()}catch($){c.update(o,`No news: ${lt($)}. The page asks again.`)}}p=!1})())};s=f,f()}async function Vl(e,t,n){for(let s=1;;s++)try{let r=await e.begun();if(r)return r;s=0,Z(l`<p class="status" role="status" data-before>${Ll}</p>`,t),await Promise.race([Gt(no),n()])}catch(r){if(s===Nl)throw r;await Gt(no)}}async function jl(e){let t=n=>Z(n,e);t(l`<p class="status" role="status">Loading the match.</p>`);try{let n=await Gr(),s=n?null:new be;if(s&&"seat"in e.dataset){await so(e,s);return}let r=n??await s?.document();if(!r)throw new Error("there is no match in this page");let o=new F(r);document.title=`${r.match.title}: ${r.match.id}`,Z(l``,e);let i=new xt(e,o);s&&await Fr(s,o,(a,c)=>i.update(a,c))}catch(n){t(l`<p class="status fault" role="alert">
        The match cannot be shown: ${lt(n)}. Reload the page to try again.
      </p>`)}}var ro=document.getElementById("viewer");ro&&jl(ro);})();
