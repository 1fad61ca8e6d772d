"use strict";(()=>{var Ut=globalThis,Te=e=>e,yt=Ut.trustedTypes,ke=yt?yt.createPolicy("lit-html",{createHTML:e=>e}):void 0,Kt="$lit$",_=`lit$${Math.random().toFixed(9).slice(2)}$`,Wt="?"+_,$s=`<${Wt}>`,j=document,rt=()=>j.createComment(""),ot=e=>e===null||typeof e!="object"&&typeof e!="function",Qt=Array.isArray,Pe=e=>Qt(e)||typeof e?.[Symbol.iterator]=="function",Ft=`[ 	
\f\r]`,st=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Re=/-->/g,Me=/>/g,V=RegExp(`>|${Ft}(?:([^\\s"'>=/]+)(${Ft}*=${Ft}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Se=/'/g,Ae=/"/g,Ee=/^(?:script|style|textarea|title)$/i,Zt=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),l=Zt(1),h=Zt(2),yo=Zt(3),R=Symbol.for("lit-noChange"),u=Symbol.for("lit-nothing"),_e=new WeakMap,D=j.createTreeWalker(j,129);function Ne(e,t){if(!Qt(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return ke!==void 0?ke.createHTML(t):t}var Ce=(e,t)=>{let n=e.length-1,s=[],r,o=t===2?"<svg>":t===3?"<math>":"",a=st;for(let i=0;i<n;i++){let c=e[i],d,p,m=-1,f=0;for(;f<c.length&&(a.lastIndex=f,p=a.exec(c),p!==null);)f=a.lastIndex,a===st?p[1]==="!--"?a=Re:p[1]!==void 0?a=Me:p[2]!==void 0?(Ee.test(p[2])&&(r=RegExp("</"+p[2],"g")),a=V):p[3]!==void 0&&(a=V):a===V?p[0]===">"?(a=r??st,m=-1):p[1]===void 0?m=-2:(m=a.lastIndex-p[2].length,d=p[1],a=p[3]===void 0?V:p[3]==='"'?Ae:Se):a===Ae||a===Se?a=V:a===Re||a===Me?a=st:(a=V,r=void 0);let $=a===V&&e[i+1].startsWith("/>")?" ":"";o+=a===st?c+$s:m>=0?(s.push(d),c.slice(0,m)+Kt+c.slice(m)+_+$):c+_+(m===-2?i:$)}return[Ne(e,o+(e[n]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),s]},at=class e{constructor({strings:t,_$litType$:n},s){let r;this.parts=[];let o=0,a=0,i=t.length-1,c=this.parts,[d,p]=Ce(t,n);if(this.el=e.createElement(d,s),D.currentNode=this.el.content,n===2||n===3){let m=this.el.content.firstChild;m.replaceWith(...m.childNodes)}for(;(r=D.nextNode())!==null&&c.length<i;){if(r.nodeType===1){if(r.hasAttributes())for(let m of r.getAttributeNames())if(m.endsWith(Kt)){let f=p[a++],$=r.getAttribute(m).split(_),y=/([.?@])?(.*)/.exec(f);c.push({type:1,index:o,name:y[2],strings:$,ctor:y[1]==="."?xt:y[1]==="?"?vt:y[1]==="@"?wt:H}),r.removeAttribute(m)}else m.startsWith(_)&&(c.push({type:6,index:o}),r.removeAttribute(m));if(Ee.test(r.tagName)){let m=r.textContent.split(_),f=m.length-1;if(f>0){r.textContent=yt?yt.emptyScript:"";for(let $=0;$<f;$++)r.append(m[$],rt()),D.nextNode(),c.push({type:2,index:++o});r.append(m[f],rt())}}}else if(r.nodeType===8)if(r.data===Wt)c.push({type:2,index:o});else{let m=-1;for(;(m=r.data.indexOf(_,m+1))!==-1;)c.push({type:7,index:o}),m+=_.length-1}o++}}static createElement(t,n){let s=j.createElement("template");return s.innerHTML=t,s}};function I(e,t,n=e,s){if(t===R)return t;let r=s!==void 0?n._$Co?.[s]:n._$Cl,o=ot(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(e),r._$AT(e,n,s)),s!==void 0?(n._$Co??=[])[s]=r:n._$Cl=r),r!==void 0&&(t=I(e,r._$AS(e,t.values),r,s)),t}var bt=class{constructor(t,n){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:n},parts:s}=this._$AD,r=(t?.creationScope??j).importNode(n,!0);D.currentNode=r;let o=D.nextNode(),a=0,i=0,c=s[0];for(;c!==void 0;){if(a===c.index){let d;c.type===2?d=new K(o,o.nextSibling,this,t):c.type===1?d=new c.ctor(o,c.name,c.strings,this,t):c.type===6&&(d=new Tt(o,this,t)),this._$AV.push(d),c=s[++i]}a!==c?.index&&(o=D.nextNode(),a++)}return D.currentNode=j,r}p(t){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(t,s,n),n+=s.strings.length-2):s._$AI(t[n])),n++}},K=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,n,s,r){this.type=2,this._$AH=u,this._$AN=void 0,this._$AA=t,this._$AB=n,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,n=this._$AM;return n!==void 0&&t?.nodeType===11&&(t=n.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,n=this){t=I(this,t,n),ot(t)?t===u||t==null||t===""?(this._$AH!==u&&this._$AR(),this._$AH=u):t!==this._$AH&&t!==R&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):Pe(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==u&&ot(this._$AH)?this._$AA.nextSibling.data=t:this.T(j.createTextNode(t)),this._$AH=t}$(t){let{values:n,_$litType$:s}=t,r=typeof s=="number"?this._$AC(t):(s.el===void 0&&(s.el=at.createElement(Ne(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(n);else{let o=new bt(r,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(t){let n=_e.get(t.strings);return n===void 0&&_e.set(t.strings,n=new at(t)),n}k(t){Qt(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,r=0;for(let o of t)r===n.length?n.push(s=new e(this.O(rt()),this.O(rt()),this,this.options)):s=n[r],s._$AI(o),r++;r<n.length&&(this._$AR(s&&s._$AB.nextSibling,r),n.length=r)}_$AR(t=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);t!==this._$AB;){let s=Te(t).nextSibling;Te(t).remove(),t=s}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},H=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,n,s,r,o){this.type=1,this._$AH=u,this._$AN=void 0,this.element=t,this.name=n,this._$AM=r,this.options=o,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=u}_$AI(t,n=this,s,r){let o=this.strings,a=!1;if(o===void 0)t=I(this,t,n,0),a=!ot(t)||t!==this._$AH&&t!==R,a&&(this._$AH=t);else{let i=t,c,d;for(t=o[0],c=0;c<o.length-1;c++)d=I(this,i[s+c],n,c),d===R&&(d=this._$AH[c]),a||=!ot(d)||d!==this._$AH[c],d===u?t=u:t!==u&&(t+=(d??"")+o[c+1]),this._$AH[c]=d}a&&!r&&this.j(t)}j(t){t===u?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},xt=class extends H{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===u?void 0:t}},vt=class extends H{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==u)}},wt=class extends H{constructor(t,n,s,r,o){super(t,n,s,r,o),this.type=5}_$AI(t,n=this){if((t=I(this,t,n,0)??u)===R)return;let s=this._$AH,r=t===u&&s!==u||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,o=t!==u&&(s===u||r);r&&this.element.removeEventListener(this.name,this,s),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},Tt=class{constructor(t,n,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){I(this,t)}},Le={M:Kt,P:_,A:Wt,C:1,L:Ce,R:bt,D:Pe,V:I,I:K,H,N:vt,U:wt,B:xt,F:Tt},gs=Ut.litHtmlPolyfillSupport;gs?.(at,K),(Ut.litHtmlVersions??=[]).push("3.3.3");var it=(e,t,n)=>{let s=n?.renderBefore??t,r=s._$litPart$;if(r===void 0){let o=n?.renderBefore??null;s._$litPart$=r=new K(t.insertBefore(rt(),o),o,void 0,n??{})}return r._$AI(e),r};var B=[1,2,4,8];function Oe(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=Yt(t.get("step")),s=Yt(t.get("eye")),r=Yt(t.get("speed"));return{...n!==null&&n>=0&&{step:n},...s!==null&&{eye:s},...r!==null&&B.includes(r)&&{speed:r}}}function ys({step:e,eye:t,speed:n}){return`#${[e===void 0?"":`step=${e}`,t===void 0?"":`eye=${t}`,n===void 0||n===1?"":`speed=${n}`].filter(r=>r).join("&")}`}var kt=class{#s;#t=location.hash;#n=null;constructor(t,n=300){this.#s=n,addEventListener("hashchange",s=>{this.#e(),this.#t=new URL(s.newURL).hash,t(Oe(this.#t))})}get place(){return Oe(this.#t)}write(t){this.#e(),this.#n=setTimeout(()=>this.writeNow(t),this.#s)}writeNow(t){this.#e();let n=ys(t);location.hash!==this.#t||n===this.#t||(history.replaceState(null,"",n),this.#t=n)}#e(){this.#n!==null&&clearTimeout(this.#n),this.#n=null}};function Yt(e){return e!==null&&/^-?\d{1,9}$/.test(e)?Number(e):null}function W(e,t){try{return t()}catch(n){return console.error(n),l`<p class="fault" data-failed>The ${e} cannot be drawn: ${String(n)}</p>`}}function Rt(e,t){if(!Ve(t))return t;if(Array.isArray(e)){let s=[...e];for(let[r,o]of Object.entries(t))s[Number(r)]=Rt(s[Number(r)]??null,o);return s}if(!Ve(e))return t;let n={...e};for(let[s,r]of Object.entries(t))n[s]=Rt(e[s]??null,r);return n}function Ve(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var bs={lowlands:h`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,hills:h`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,forest:h`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,swamp:h`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,mountain:h`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,lake:h`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`};function Jt(e){return bs[e]??u}var De=[h`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,h`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,h`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,h`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`];function lt(e,t,n){return h`<g class=${`cl-person seat-${t}${n?" cl-weak":""}`}>
    ${De[e]??De[0]}</g>`}function Mt(e,t,n){return l`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${lt(e,t,n)}
  </svg>`}var xs=[h`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,h`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,h`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,h`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`];function je(e){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${xs[e]??u}
  </svg>`}function Ie(){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    <path class="cl-respect" d="M2.5 12.500v-7l3 3L8 3.500l2.500 5 3-3v7z" />
  </svg>`}var vs={fence:h`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,stone_fence:h`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,wooden_house:h`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,stone_house:h`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`};function Xt(e){return vs[e]??u}var ws=[[],[[10,10]],[[5.5,5.5],[14.5,14.5]],[[5.5,5.5],[10,10],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[5.5,14.5],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[10,10],[5.5,14.5],[14.5,14.5]],[[5.5,5],[14.5,5],[5.5,10],[14.5,10],[5.5,15],[14.5,15]]];function te(e,t=""){return h`<g class=${`cl-die ${t}${e?"":" cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(ws[e]??[]).map(([n,s])=>h`<circle cx=${n} cy=${s} r="1.900" />`)}
  </g>`}function ct(e,t=""){return l`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${e?`a ${e}`:"not rolled"}</title>
    ${te(e,t)}
  </svg>`}var G=20*Math.sqrt(3)/2,St=14,ee=[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]],He=7;function qe(e,t){return{x:At(1.5*20*e),y:At(2*G*(t+e/2))}}function ne(e){let t=Math.PI/3*e;return{x:At(20*Math.cos(t)),y:At(20*Math.sin(t))}}var Q=`M${ee.map((e,t)=>Rs(ne(t))).join("L")}Z`,Be=new WeakMap;function ze(e){let t=Be.get(e);return t||(t=Ts(e),Be.set(e,t)),t}function Ts(e){let t=e.q.map((i,c)=>qe(i,e.r[c]??0)),n=t.map(i=>i.x),s=t.map(i=>i.y),r=Math.floor(Math.min(...n)-20-St),o=Math.floor(Math.min(...s)-G-St),a=[];for(let i=0;i<e.settlements.length;i+=He){let c=e.settlements.slice(i,i+He);a.push({tiles:c,centre:t[c[0]??0]??{x:0,y:0},outline:ks(e,c)})}return{centres:t,settlements:a,left:r,top:o,width:Math.ceil(Math.max(...n)+20+St-r),height:Math.ceil(Math.max(...s)+G+St-o)}}function ks(e,t){let n=new Set(t.map(o=>`${e.q[o]??0},${e.r[o]??0}`)),s=new Map;for(let o of t){let[a,i]=[e.q[o]??0,e.r[o]??0],{x:c,y:d}=qe(a,i);ee.forEach(([p,m],f)=>{if(n.has(`${a+p},${i+m}`))return;let[$,y]=[ne(f),ne((f+1)%ee.length)];s.set(Ge({x:c+$.x,y:d+$.y}),Ge({x:c+y.x,y:d+y.y}))})}let r=[];for(;s.size;){let o=[],[a]=s.keys();for(;a!==void 0;){let i=s.get(a);if(i===void 0)break;o.push(a),s.delete(a),a=i}r.push(`M${o.join("L")}Z`)}return r.join("")}function Ge({x:e,y:t}){return`${(Math.round(e*10)/10+0).toFixed(1)},${(Math.round(t*10)/10+0).toFixed(1)}`}function Rs({x:e,y:t}){return`${e},${t}`}function At(e){return Math.round(e*100)/100}var Fe=["Reorganize","Hunt","Explore","Feast","Build","Idle Hands","Trade","Gifts","Pray"],se=["Call for Kin","Festival of the Sun","Caravan","Festival of Lights"];function v(e,t){return e[t]?.name??"?"}function q(e,t){let n=t.flatMap((s,r)=>s?[`${s} ${v(e.resources,r).toLowerCase()}`]:[]);return re(n)||"nothing"}function re(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function T(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function Z(e,t){let n=e[t]?.bot;return t<=-1?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function Ue(e,t){switch(t.kind){case 0:return T(t.first,"defender");case 1:return`${v(e.resources,t.first).toLowerCase()} for ${v(e.resources,t.second).toLowerCase()}`;default:return se[t.first]??""}}var Ms=12;function We(e){let t=new Map,n=[];for(let s of e.acts)if(!(s.seat<0))for(let r of _t(s)){let o=s.prompt==="reorganize.to"?Ke(e.before):-1;for(let a of Ss(r))o>=0&&n.push({from:o,to:a,seat:s.seat}),t.set(a,s.seat);if(r.kind&&o>=0&&t.set(o,s.seat),r.raider||r.yield){let a=Ke(e.before);a>=0&&t.set(a,s.seat)}}return{rings:t,arrows:n,link:As(e),..._s(e)}}function _t(e){return e.chosen??[]}function Ss(e){if(e.settle){let{laborer:n,farmer:s,other_farmer:r}=e.settle;return[n,s,r]}let t=e.tile??e.heal??e.reorganize??e.idle_hands??e.pray_for_health??e.turn_die??e.reroll_die;return t?[t.tile]:[]}function Ke(e){return e?.about?.tile??-1}function As({view:e,before:t,acts:n,catalogue:s}){let r=n.flatMap(_t).some(p=>p.accept),o=r?t?.offer:e.offer;if(!o)return null;let a=q(s,o.give),i=q(s,o.want),c=r?"accepted":o.refused?"refused":"asked";if(o.countered)return{from:o.partner,to:o.seat,text:`${i} for ${a}`,state:c};let d=o.want.some(p=>p)?`wants ${i}`:"bargains";return{from:o.seat,to:o.partner,text:o.complete?`${a} for ${i}`:d,state:c}}function _s({view:e,before:t}){let n=new Set,s=new Map,r=new Set;return t&&(e.map?.terrain.forEach((o,a)=>{o&&t.map?.terrain[a]===0&&n.add(a)}),n.size>Ms&&n.clear(),e.players.forEach((o,a)=>{let i=t.players[a]?.people??[],c=new Map(o.people.map(p=>[p.tile,p])),d=new Map(i.map(p=>[p.tile,p]));for(let p of o.people)p.weakened&&d.get(p.tile)?.weakened===!1&&r.add(p.tile);if(!(o.people.length>=i.length))for(let p of i)c.has(p.tile)||s.set(p.tile,{kind:p.kind,seat:a})})),{revealed:n,lost:s,weakened:r}}function Qe({view:e,catalogue:t}){return t.boards.find(n=>n.players===e.players.length)}function Ze(e){let t=new Map,n=(s,r)=>{let o=t.get(s);return o||(o={seat:r,kind:-1,weakened:!1,structures:[],cards:[]},t.set(s,o)),o};for(let s of e){for(let r of s.people)Object.assign(n(r.tile,s.seat),{seat:s.seat,kind:r.kind,weakened:r.weakened});for(let r of s.structures)n(r.tile,s.seat).structures.push(r.building);for(let r of s.attached)n(r.tile,s.seat).cards.push(r.card)}return t}function Ye(e){return e.players.reduce((t,n)=>t+n.respect,0)}var Ps=[h`<path d="M10 18V9M10 10Q4 10 4 4q6 0 6 6M10 12q0-5 6-5 0 5-6 5" />`,h`<circle cx="10" cy="10" r="3.800" /><path d="M10 1.500v2.500M10 16v2.500M1.500 10H4M16 10h2.500M4 4l1.800 1.800M14.200 14.200 16 16M4 16l1.800-1.800M14.200 5.800 16 4" />`,h`<path d="M4 17 12 8M5.500 15.200Q3 6 16.500 3.500 17.500 15 5.500 15.200" />`,h`<path d="M10 1.500v17M2.600 5.800l14.800 8.500M2.600 14.300l14.800-8.500M7.800 3.200 10 5.200l2.200-2M7.800 16.800 10 14.800l2.200 2" />`],Pt=200;function Je(e){let{view:t,catalogue:n}=e,s=n.events[t.event];return l`<div class="cl-status">
    ${Es(e)} ${Ns(e)}
    ${s?l`<p title=${s.text}>Event: <b>${s.name}</b></p>`:u}
  </div>`}function Es({view:e,catalogue:t}){let n=e.year>0&&e.phase!=="over";return l`<div class="cl-calendar">
    <ol class="cl-seasons" aria-label="Seasons">
      ${t.seasons.map((s,r)=>{let o=n&&r===e.season;return l`<li class=${o?"cl-now":""} aria-current=${o?"step":"false"}>
          <svg class="cl-icon" viewBox="0 0 20 20" role="img">
            <title>${s.name}</title>
            ${Ps[r]??u}
          </svg>
        </li>`})}
      ${e.year?l`<li class="cl-phase">${e.phase}</li>`:u}
    </ol>
    <p>
      ${e.year?l`<b>${v(t.seasons,e.season)}</b>, year ${e.year} of ${e.years}`:l`<b>Setup</b>`}
    </p>
  </div>`}function Ns({view:e}){let t=Ye(e),n=Math.max(e.gate,t,1),s=0,r=e.players.map(o=>{let a=Math.max(o.respect,0)/n*Pt,i=s;return s+=a,h`<rect class=${`cl-part seat-${o.seat}`} x=${i} y="2" width=${Math.max(a-1,0)}
      height="10"><title>Seat ${o.seat}: ${o.respect}</title></rect>`});return l`<div class="cl-gate">
    <p>Respect <b>${t}</b> of <b>${e.gate}</b></p>
    <svg viewBox=${`-1 0 ${Pt+2} 14`} preserveAspectRatio="none" role="img">
      <title>All together have ${t} Respect; the clan needs ${e.gate}</title>
      <rect class="cl-trough" x="0" y="2" width=${Pt} height="10" />
      ${r}
      <rect class="cl-gate-mark" x=${e.gate/n*Pt-1} y="0" width="2" height="14" />
    </svg>
  </div>`}function Xe(e){let t=e.raiders.length-e.defeated.length;return l`<div class="cl-raiders">
    <p>
      <b>Raid</b>:
      ${T(t,"Raider")}${e.defeated.length?` left of ${e.raiders.length}`:""}
      ${e.opened?u:l`<span class="cl-seal">Sealed</span>`}
    </p>
    <p>
      ${e.raiders.map((n,s)=>l`<span
            class=${e.defeated.includes(s)?"cl-beaten":""}
            title=${`Raider ${s}${e.defeated.includes(s)?", defeated":""}`}
            >${ct(n,"cl-raider-die")}</span
          >`)}
    </p>
  </div>`}var en={seat:-1,kind:-1,weakened:!1,structures:[],cards:[]};function nn(e){let t=Qe(e);if(!t)return l`<p>This version of the viewer does not know the board.</p>`;let n=ze(t),s=We(e),r=Ze(e.view.players),o=e.view.map?.terrain??[],a=Ls(e,n),i=new Map(e.view.players.filter(p=>p.home>=0).map(p=>[p.home,p.seat])),c=new Map;n.settlements.forEach((p,m)=>p.tiles.forEach(f=>c.set(f,i.get(m)??-1)));let d=p=>c.get(p)??-1;return l`<div class="cl cl-board">
    <div class="cl-stage">
      ${Je(e)}
      <svg
        class="cl-map"
        viewBox=${`${n.left} ${n.top} ${n.width} ${n.height}`}
        role="group"
      >
        <title>The map of ${n.centres.length} hexes</title>
        <g>
          ${n.centres.map((p,m)=>Os(e,m,p,a(m)?o[m]??0:-1,o[m]??0,r.get(m)??en,d(m)))}
        </g>
        <g>${n.settlements.map((p,m)=>js(n,m,i.get(m)))}</g>
        ${e.view.raid?h`<g>${e.view.raid.dice.map(p=>Ds(n,p))}</g>`:u}
        ${Hs(e,n,s)}
        <g>${[...i].map(([p,m])=>Is(e,n,p,m))}</g>
        ${s.link?Bs(e,n,s.link):u}
      </svg>
      ${e.view.raid?Xe(e.view.raid):u}
    </div>
    ${Gs(e,t.raiders)} ${qs(e.catalogue)}
  </div>`}function Ls({view:e,eye:t},{settlements:n}){let s=e.map?.terrain??[];if(t!==-2||e.year||e.players.some(i=>i.people.length))return i=>(s[i]??0)>0;let r=new Set(s.keys()),o=new Set;for(let{tiles:i}of n){for(let c of i)r.delete(c);if(i.some(c=>(s[c]??0)>1))for(let c of i)o.add(c)}let a=[...r].some(i=>(s[i]??0)>1);return i=>a||o.has(i)}function Os(e,t,{x:n,y:s},r,o,a,i){let{catalogue:c}=e,d=r>0?c.terrains[r-1]:void 0,p=i>=0||a.kind>=0,m=e.eye===-2&&d&&i<0&&a===en,f=d?Jt(d.id):u;return h`<g class=${`cl-hex ${d?`cl-${d.id}`:"cl-fog"}${m?" cl-faint":""}`} transform=${`translate(${n} ${s})`}
    data-tile=${t} data-terrain=${o} data-person=${a.kind<0?"":a.kind}
    data-weakened=${a.weakened} data-person-seat=${a.kind<0?"":a.seat}
    data-structures=${a.structures.join(" ")} data-cards=${a.cards.join(" ")}
    role=${d?"img":"presentation"}>
    <title>${Vs(e,t,r,a)}</title>
    <path class="cl-land" d=${Q} />
    <g class=${a.kind<0?"cl-glyph":"cl-glyph cl-small"}>${f}</g>
    ${p||d?h`<text class="cl-number" y=${-G+8.4}>${t}</text>`:u}
    ${a.structures.map($=>Xt(c.buildings[$]?.id??""))}
    ${a.cards.length?sn(a.cards.length):u}
    ${a.kind<0?u:h`<g transform="translate(0 .8)">${lt(a.kind,a.seat,a.weakened)}</g>`}
    ${a.kind>=0&&a.seat!==i?rn(a.seat,7,6.5,"cl-badge"):u}
  </g>`}function Vs({catalogue:e,seats:t},n,s,r){let o=[`Tile ${n}: ${s>0?v(e.terrains,s-1):"unrevealed"}`];if(r.kind>=0){let a=r.weakened?"weakened ":"";o.push(`${a}${v(e.kinds,r.kind)} of ${Z(t,r.seat)}`)}return o.push(...r.structures.map(a=>v(e.buildings,a))),o.push(...r.cards.map(a=>`card ${v(e.cards,a)}`)),o.join(", ")}function sn(e){return h`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${e>1?h`<text y="2.200">${e}</text>`:h`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`}
  </g>`}function Ds(e,{tile:t,pips:n,fate:s,seat:r}){let{x:o,y:a}=e.centres[t]??{x:0,y:0};return h`<g class=${`cl-tile-die seat-${r} cl-fate-${s}`} data-die=${t}
    transform=${`translate(${o+6} ${a-13}) scale(.52)`}>${te(n)}</g>`}function rn(e,t,n,s){return h`<g class=${`${s} seat-${e}`} transform=${`translate(${t} ${n})`}>
    <circle r="7" /><text y="3.400">${e}</text></g>`}function js(e,t,n){let s=e.settlements[t]?.outline;return h`<g class=${`cl-settlement${n===void 0?"":` seat-${n}`}`} data-home=${t}
    data-owner=${n??""}>
    <path class="cl-casing" d=${s} />
    <path class="cl-border" d=${s} />
  </g>`}function Is({seats:e},t,n,s){let{x:r,y:o}=t.settlements[n]?.centre??{x:0,y:0};return h`<g><title>The settlement of ${Z(e,s)}</title>
    ${rn(s,r+20+1,o-2*G-2,"cl-tab")}</g>`}function Hs(e,t,n){let s=r=>t.centres[r]??{x:0,y:0};return h`<g class="cl-marks">
    ${[...n.revealed].map(r=>tn(s(r),"cl-new","revealed",r))}
    ${[...n.weakened].map(r=>tn(s(r),"cl-hurt","weakened",r))}
    ${[...n.lost].map(([r,{kind:o,seat:a}])=>h`<g class="cl-lost" data-lost=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <title>${v(e.catalogue.kinds,o)} of ${Z(e.seats,a)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`)}
    ${[...n.rings].map(([r,o])=>h`<g class=${`cl-ring seat-${o}`} data-ring=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <path class="cl-halo" d=${Q} /><path d=${Q} /></g>`)}
    ${n.arrows.map(({from:r,to:o})=>h`<g class="cl-arrow" data-from=${r} data-to=${o}>
        ${on(s(r),s(o),9)}</g>`)}
  </g>`}function tn({x:e,y:t},n,s,r){return h`<path class=${n} data-mark=${`${s} ${r}`} transform=${`translate(${e} ${t})`} d=${Q} />`}function on(e,t,n){let[s,r]=[t.x-e.x,t.y-e.y],o=Math.hypot(s,r)||1,a={x:(e.x+t.x)/2-r/6,y:(e.y+t.y)/2+s/6},[i,c]=[t.x-a.x,t.y-a.y],d=Math.hypot(i,c)||1,[p,m]=[i/d,c/d],f={x:t.x-p*n,y:t.y-m*n},$={x:e.x+s/o*n,y:e.y+r/o*n},y=O=>`${S(f.x-p*6-m*4*O)} ${S(f.y-m*6+p*4*O)}`,x=`M${S($.x)} ${S($.y)}Q${S(a.x)} ${S(a.y)} ${S(f.x)} ${S(f.y)}`,A=`M${y(1)}L${S(f.x)} ${S(f.y)}L${y(-1)}`;return h`<path class="cl-halo" d=${x+A} /><path d=${x+A} />`}function Bs({view:e},t,{from:n,to:s,text:r,state:o}){let a=$=>t.settlements[e.players[$]?.home??-1]?.centre,[i,c]=[a(n),a(s)];if(!i||!c)return u;let d=o==="accepted"?`${r}: agreed`:o==="refused"?`${r}: no`:r,p=d.length*6.7+10,m=p/2+4,f={x:Math.min(Math.max((i.x+c.x)/2-(c.y-i.y)/12,t.left+m),t.left+t.width-m),y:(i.y+c.y)/2+(c.x-i.x)/12};return h`<g class=${`cl-marks cl-link cl-${o}`} data-link=${`${n} ${s}`}>
    ${on(i,c,2.8*G)}
    <g transform=${`translate(${S(f.x)} ${S(f.y)})`}>
      <rect x=${-p/2} y="-9" width=${p} height="18" rx="9" />
      <text y="3.600">${d}</text>
    </g>
  </g>`}function S(e){return e.toFixed(1)}function Gs({view:e},t){let n=t.length-1,s=T(t[e.counter]??0,"Raider");return l`<div class="cl-track">
    <span class="cl-track-name">Raiders</span>
    <ol
      aria-label=${`The Raiders' track: the counter is on space ${e.counter} of ${n}, ${s}`}
    >
      ${t.map((r,o)=>l`<li
            class=${`${o===e.counter?"cl-now":""}${o===n?" cl-top":""}`}
            title=${`Space ${o}${o===n?", the top, where a raid begins":""}: ${T(r,"Raider")}`}
            data-space=${o}
          >
            ${r}
          </li>`)}
    </ol>
  </div>`}function qs(e){return l`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.kinds.map((t,n)=>ut(lt(n,-1,!1),t.name))}
      ${ut(lt(0,-1,!0),"Weakened")}
      ${e.buildings.filter(t=>t.site!=="settlement").map(t=>ut(h`<g transform=${t.site==="home"?"translate(20 -1) scale(1.6)":"translate(0 -14.4) scale(1.2)"}>${Xt(t.id)}</g>`,t.name))}
      ${ut(h`<g transform="translate(-23 12) scale(2)">${sn(1)}</g>`,"Tales card on a tile")}
      ${e.terrains.map(t=>ut(h`<g class=${`cl-hex cl-${t.id}`} transform="scale(.6)"><path class="cl-land" d=${Q} />
            <g class="cl-glyph">${Jt(t.id)}</g></g>`,`${t.name}: food ${t.food.join(" ")}${t.wood?`, ${t.wood} wood`:""}${t.stone?`, ${t.stone} stone`:""}`))}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`}function ut(e,t){return l`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${e}</svg>${t}
  </li>`}var zs=["food","wood","stone","goods"];function an(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
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
      ${zs.map((i,c)=>l`<li title=${v(r.resources,c)}>
            ${je(c)}<b>${o[i]}</b>${ae(o[i],a?.[i])}
          </li>`)}
      <li title="Respect">
        ${Ie()}<b>${o.respect}</b>${ae(o.respect,a?.respect)}
      </li>
    </ul>
    <ul class="cl-facts">
      ${oe("Actions",o.actions,a?.actions)}
      ${oe("Specials",o.specials,a?.specials)}
      ${oe("Blessings",o.blessings,a?.blessings)}
    </ul>
    ${Fs(e,o)} ${Us(e,o)} ${Ks(e,o)} ${Ws(o)}
    ${Qs(o)}
  </div>`}function ae(e,t){return t===void 0||e===t?u:e>t?l`<i class="cl-more">+${e-t}</i>`:l`<i class="cl-less">−${t-e}</i>`}function oe(e,t,n){return l`<li class=${t?"":"cl-none"}>
    ${e} <b>${t}</b>${ae(t,n)}
  </li>`}function Fs({catalogue:e},t){let n=e.kinds.flatMap((s,r)=>[!1,!0].map(o=>({kind:r,weakened:o,name:`${o?"weakened ":""}${s.name}`,number:t.people.filter(a=>a.kind===r&&a.weakened===o).length})));return l`<ul class="cl-people">
    ${n.filter(s=>s.number).map(s=>l`<li title=${T(s.number,s.name,`${s.name}s`)}>
            ${Mt(s.kind,t.seat,s.weakened)}<b>${s.number}</b>
          </li>`)}
    ${t.called.length?l`<li class="cl-called">
            Kin in Summer: ${t.called.map(s=>v(e.kinds,s)).join(", ")}
          </li>`:u}
  </ul>`}function Us({catalogue:e},t){return t.hand_size?t.hand.length?l`<ul class="cl-cards">
    ${t.hand.map(n=>l`<li class="cl-face" title=${e.cards[n]?.text??""}>
          ${v(e.cards,n)}
        </li>`)}
  </ul>`:l`<ul class="cl-cards cl-backs" title=${T(t.hand_size,"Tales card")}>
      ${Array.from({length:Math.min(t.hand_size,8)},()=>l`<li class="cl-back"></li>`)}
      <li class="cl-word">${T(t.hand_size,"card")}</li>
    </ul>`:u}function Ks({catalogue:e},t){let n=t.built.flatMap((s,r)=>{let o=e.buildings[r];return s&&o?[{number:s,info:o}]:[]});return n.length?l`<ul class="cl-buildings">
    ${n.map(({number:s,info:r})=>l`<li title=${r.text}>${r.name}${s>1?` ×${s}`:""}</li>`)}
  </ul>`:u}function Ws(e){let t=[...e.passed?["has passed"]:[],...e.ignores_event?["ignores the event"]:[],...e.tempo?[`${T(e.tempo,"action")} more this turn`]:[],...e.idle.length?[`idle hands on ${e.idle.map(n=>`tile ${n}`).join(", ")}`]:[]];return t.length?l`<p class="cl-states">${t.join(", ")}</p>`:u}function Qs(e){return l`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${Fe.map((t,n)=>l`<li class=${e.used[n]?"cl-used":""}>
            ${t} <b>${e.used[n]??0} of ${e.allowed[n]??0}</b>
          </li>`)}
      ${se.map((t,n)=>e.taken[n]?l`<li class="cl-used">${t} <b>this year</b></li>`:u)}
    </ul>
  </details>`}var ln=[{sign:"",text:""},{sign:"✓",text:"beats its Raider"},{sign:"=",text:"does not beat its Raider, unhurt"},{sign:"✗",text:"does not beat its Raider, weakened"}];function cn(e,t){let n=t.dice.filter(s=>s.raider<0);return l`<section
    class="cl-raid"
    data-raiders=${t.raiders.join(" ")}
    data-opened=${t.opened}
    data-dice=${t.dice.map(Zs).join(" ")}
    data-defeated=${t.defeated.join(" ")}
    data-committed=${t.committed.join(" ")}
  >
    <h3>
      Raid:
      ${T(t.raiders.length,"Raider")}${t.defeated.length?l`, ${t.defeated.length} defeated`:u}
    </h3>
    ${t.opened?u:Ys(e)}
    <ol class="cl-fights">
      ${t.raiders.map((s,r)=>Js(e,t,r,s))}
    </ol>
    ${t.opened&&!t.dice.length?l`<p>Nobody defends.</p>`:n.length?l`<div class="cl-waiting">
              <span>Not placed yet:</span> ${n.map(s=>dn(e,t,s))}
            </div>`:u}
    ${Xs(t)}
  </section>`}function Zs({seat:e,tile:t,raider:n,pips:s,fate:r}){return[e,t,n,s,r].join(":")}function Ys({asked:e}){let t=e.filter(n=>n.prompt==="raid.commit").map(n=>n.seat);return l`<p>
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${t.length?l`; ${T(t.length,"seat")} asked`:u}.
  </p>`}function Js(e,t,n,s){let r=t.defeated.includes(n),o=t.dice.filter(a=>a.raider===n);return l`<li class=${r?"cl-beaten":""}>
    <span class="cl-raider" title=${`Raider ${n}${r?", defeated":""}`}>
      <span class="cl-word">${n}</span>${ct(s,"cl-raider-die")}
    </span>
    ${o.map(a=>dn(e,t,a))}
  </li>`}function dn({seats:e},t,n){let s=ln[n.fate]??ln[0],r=t.valor.includes(n.tile),o=[n.warrior?"a Warrior, 1 more than the die shows":"",r?"set by a card":"",s.text].filter(Boolean);return l`<span
    class=${`cl-defender seat-${n.seat} cl-fate-${n.fate}`}
    title=${[`Tile ${n.tile} of ${Z(e,n.seat)}`,...o].join(", ")}
  >
    <span class="cl-seat-number">${n.seat}</span>${ct(n.pips)}${n.warrior?l`<span class="cl-plus">+1</span>`:u}<span class="cl-word">#${n.tile}</span
    >${s.sign?l`<b class="cl-sign">${s.sign}</b>`:u}
  </span>`}function Xs(e){let t=(s,r)=>s.flatMap((o,a)=>o?[`seat ${a}: ${o} ${r}`]:[]),n=[...t(e.own_rerolls,"own"),...t(e.raider_rerolls,"of a Raider")];return n.length?l`<p>Rerolls left: ${re(n)}.</p>`:u}function un(e){let{view:t}=e;return l`<div
    class="cl cl-table"
    data-year=${t.year}
    data-season=${t.season}
    data-phase=${t.phase}
    data-gate=${t.gate}
    data-event=${t.event}
    data-counter=${t.counter}
    data-tales=${t.tales_left}
  >
    ${t.raid?cn(e,t.raid):u}
    ${t.offer?sr(e,t.offer):u} ${tr(e)} ${er(e)}
    ${nr(e)} ${rr(e)}
  </div>`}function tr({view:e,catalogue:t}){let n=t.events[e.event],s=e.past_events.map(o=>v(t.events,o)),r=t.events[e.next_event];return l`<section class="cl-event">
    <h3>Event</h3>
    ${n?l`<p class="cl-card-line"><b>${n.name}</b> ${n.text}</p>`:l`<p class="cl-quiet">None yet.</p>`}
    ${r?l`<p class="cl-card-line cl-foreseen"><b>Foreseen: ${r.name}</b> ${r.text}</p>`:u}
    ${s.length?l`<details>
            <summary>${T(s.length,"event")} so far</summary>
            <ol>
              ${s.map(o=>l`<li>${o}</li>`)}
            </ol>
          </details>`:u}
  </section>`}function er({view:e,catalogue:t}){return e.batch.length?l`<section>
    <h3>Migrants to choose from</h3>
    <p class="cl-people">
      ${e.batch.map(n=>l`<span title=${v(t.kinds,n)}>${Mt(n,-1,!1)}</span>`)}
    </p>
  </section>`:u}function nr({view:e,catalogue:t}){return e.promises.length?l`<section>
    <h3>Promises</h3>
    <ul>
      ${e.promises.map(n=>l`<li data-promise=${`${n.seat} ${n.kind} ${n.first} ${n.second}`}>
            Seat ${n.seat} promises ${Ue(t,n)}.
          </li>`)}
    </ul>
  </section>`:u}function sr({catalogue:e},t){let{seat:n,partner:s}=t,[r,o]=[q(e,t.give),q(e,t.want)],a=t.complete?t.countered?`Seat ${s} answers seat ${n} with another offer: ${o} for ${r}.`:`Seat ${n} offers seat ${s}: ${r} for ${o}.`:t.want.some(c=>c)?`Seat ${n} asks seat ${s} for ${o}, and names what it gives.`:`Seat ${n} names what it wants of seat ${s}.`,i=t.named.some(c=>c)?` Seat ${s} now wants ${q(e,t.named)}.`:"";return l`<section
    class=${`cl-offer${t.refused?" cl-refused":""}`}
    data-offer-seat=${n}
    data-offer-partner=${s}
    data-give=${t.give.join(" ")}
    data-want=${t.want.join(" ")}
    data-refused=${t.refused}
  >
    <h3>Bargain</h3>
    <p>${a}${i}${t.refused?l` <b>Refused.</b>`:u}</p>
    <p class="cl-quiet">${T(t.proposals,"more offer")} may follow.</p>
  </section>`}function rr({view:e,catalogue:t}){let n=new Map;for(let s of e.discard)n.set(s,(n.get(s)??0)+1);return l`<section class="cl-deck">
    <h3>Tales cards</h3>
    <p>${e.tales_left} in the deck, ${e.discard.length} discarded.</p>
    ${n.size?l`<details>
            <summary>Discarded cards</summary>
            <ul>
              ${[...n].sort(([s],[r])=>s-r).map(([s,r])=>l`<li title=${t.cards[s]?.text??""}>
                      ${v(t.cards,s)}${r>1?` ×${r}`:""}
                    </li>`)}
            </ul>
          </details>`:u}
  </section>`}var or={board:nn,seat:an,table:un,score:({view:e},t)=>{let n=e.players[t];return n?`${n.respect} / ${Math.round(e.gate/e.players.length)}`:""},title:({view:e},t)=>e.start===t&&e.year?"starts":"",weight:({view:e,before:t,acts:n})=>{let s=n.map(o=>o.prompt);return s.includes("event.draw")?2:s.some(o=>o.startsWith("raid."))?s.includes("raid.commit")||t?.raid&&!e.raid?3:s.some(o=>o==="raid.die"||o==="raid.raider")?1:1.5:n.every(o=>o.seat<0)?.4:s.some(o=>o.startsWith("trade."))?1.3:n.every(o=>_t(o).every(a=>a.pass))?.4:1},event:({view:e,before:t})=>t?e.phase==="over"&&t.phase!=="over"?"end":e.raid&&!t.raid?"raid":e.year!==t.year?`year ${e.year}`:e.season!==t.season&&e.season===3?"winter":"":""},pn=or;var xn=[[1,0],[1,1],[0,1],[0,0]],mn=.24,hn=.36,ar=.06,ie=.3,fn=[.22,.14],$n=.12,ir=.17;function ue(e,t){let n=gn.get(e);return n||gn.set(e,n=[]),n[t]??=cr(e,t)}var gn=new WeakMap;function lr(e,t){let n=e.areas[t];if(!n)return 0;let{food:s,wood:r,lore:o,small:a,carved:i,large:c,lairs:d}=n;return s+r+o+a+i+c+d}function yn([e,t],n){let s=!1;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0];o>t!=c>t&&e<(i-r)*(t-o)/(c-o)+r&&(s=!s)}),s}function cr(e,t){let n=([i,c])=>t===0?[i,c]:t===1?[1-c,i]:t===2?[1-i,1-c]:[c,1-i],s=new de(e),r=s.trace(),o=r.polygons.map(i=>i.map(n)),a=o.map((i,c)=>{let d=s.enclosed.find(m=>m!==c),p=d===void 0||s.enclosed.includes(c)?void 0:o[d];return ur(i,1+lr(e,c),p)});return{polygons:o,lines:r.lines.map(i=>({...i,points:i.points.map(n)})),places:a}}var de=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((n,s)=>s).filter(n=>!t.sides.includes(n));for(let{first:n,second:s,kind:r}of t.borders)this.kinds.set(le(n,s),r)}trace(){let t=[0,1,2,3].filter(n=>this.side(n)!==this.side(n+1));t.length===0?this.polygons[this.side(0)]=[...xn]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let n of this.enclosed)this.polygons[n]=ce(),t.length===0&&this.line(this.side(0),n,[...ce(),...ce().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,n,s){let r=this.kinds.get(le(t,n));r!==void 0&&this.lines.push({first:Math.min(t,n),second:Math.max(t,n),kind:r,points:s})}aroundCore(t){let n=s=>pe((w(s)[0]-.5)*Math.SQRT2,(w(s)[1]-.5)*Math.SQRT2);t.forEach((s,r)=>{let o=t[(r+1)%t.length]??s,a=this.side(s+1),i=dr(n(s),(o-s+4)%4||4);this.polygons[a]=[...Et(s,o),...i.reverse()],this.line(this.side(s),a,[w(s),n(s)]);for(let c of this.enclosed)this.line(a,c,i)})}oneLine([t=0,n=0]){let s=(n-t+4)%4===1?hn:(t-n+4)%4===1?-hn:ar,r=Nt(w(t),w(n),s),[o,a]=[this.side(t+1),this.side(n+1)];this.line(o,a,r),this.polygons[o]=[...Et(t,n),...r.slice(1,-1).reverse()],this.polygons[a]=[...Et(n,t),...r.slice(1,-1)]}joint(t){let n=[0,1,2,3].find(o=>!t.includes(o))??0,s=w(n+2),r=[.5+$n*(s[0]-.5),.5+$n*(s[1]-.5)];t.forEach((o,a)=>{let i=this.side(o+1);this.polygons[i]=[...Et(o,t[(a+1)%3]??o),r],this.line(this.side(o),i,[w(o),r])})}band(){let t=this.side(1)===this.side(3),[n,s]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,a]of[n,s]){let i=Nt(w(o),w(a),ie);this.line(this.side(a),r,i),this.polygons[this.side(a)]=[...i].reverse()}this.polygons[r]=[...Nt(w(n[0]),w(n[1]),ie),...Nt(w(s[0]),w(s[1]),ie)]}twoJoints(){let t=this.kinds.has(le(this.side(3),this.side(1))),n=ir,[s,r]=t?[[.5,.5-n],[.5,.5+n]]:[[.5-n,.5],[.5+n,.5]],o=t?[s,r,r,s]:[r,r,s,s];for(let a=0;a<4;a+=1){let i=(a+1)%4,[c,d]=[o[a]??s,o[i]??s];this.polygons[this.side(i)]=[w(a),w(i),...c===d?[c]:[d,c]],this.line(this.side(a),this.side(i),[w(a),c])}t?this.line(this.side(3),this.side(1),[s,r]):this.line(this.side(0),this.side(2),[s,r])}};function le(e,t){return`${Math.min(e,t)} ${Math.max(e,t)}`}function w(e){return xn[e%4]??[0,0]}function Et(e,t){let n=[w(e)];for(let s=e+1;;s+=1)if(n.push(w(s)),s%4===t%4)return n}function Nt([e,t],[n,s],r,o=10){let[a,i]=[n-e,s-t];return Array.from({length:o+1},(c,d)=>{let p=d/o,m=r*Math.sin(Math.PI*p);return[e+a*p-i*m,t+i*p+a*m]})}function pe(e,t){return[.5+mn*e,.5+mn*t]}function ce(){return Array.from({length:24},(e,t)=>pe(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function dr([e,t],n){let s=Math.atan2(t-.5,e-.5),r=n*6;return Array.from({length:r+1},(o,a)=>{let i=s+Math.PI/2*n*a/r;return pe(Math.cos(i),Math.sin(i))})}function ur(e,t,n){let r=[];for(let a=1;a<40;a+=1)for(let i=1;i<40;i+=1){let c=[a/40,i/40];!yn(c,e)||n&&yn(c,n)||r.push({at:c,gap:Math.min(bn(c,e),n?bn(c,n):1)})}let o=[];for(;o.length<t&&r.length;){let a=r[0],i=-1;for(let c of r){let d=Math.min(c.gap*1.1,...o.map((p,m)=>pr(c.at,p,m===0)));d>i&&([a,i]=[c,d])}a&&o.push(a.at)}return o}function pr([e,t],[n,s],r){let[o,a]=[Math.abs(e-n),Math.abs(t-s)];return r?.04+Math.hypot(Math.max(0,o-fn[0]),Math.max(0,a-fn[1]))+Math.hypot(o,a)/20:Math.hypot(o,a)}function bn([e,t],n){let s=9;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0],[d,p]=[i-r,c-o],m=d*d+p*p,f=m?Math.max(0,Math.min(1,((e-r)*d+(t-o)*p)/m)):0;s=Math.min(s,Math.hypot(e-r-f*d,t-o-f*p))}),s}var vn=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"],me=[["?","not rolled yet"],["2","2 points"],["3","3 points"],["1 / ×","1 point or 1 casualty"],["2 ×","2 points and 1 casualty"],["× ×","2 casualties"],["1 ×","1 point and 1 casualty"]],mr={0:"Scorched Earth",1:"High Tide"};function he(e){return mr[e]??`Ancestral Equipment ${e-10}`}function wn(e,t){return e.cards[t]?.name??`card ${t}`}function Tn(e,t){return e.clans[t]?.name??""}function J(e,t){return e.buildings[t]?.name??`building ${t}`}function pt(e,t){return e.figures[t]?.name??`figure ${t}`}function k(e,t){return`${e} ${t}${e===1?"":"s"}`}function Rn({acts:e,view:t}){let n=new Set,s=[];for(let r of e)for(let o of r.chosen??[])for(let[a,i]of Object.entries(o)){a==="move"&&s.push({from:fe(i.source),to:fe(i.target),units:fe(i.units),seat:r.seat});let c=i.territory;typeof c=="number"&&n.add(kn(c,t)),a==="place_tile"&&hr(t).forEach(d=>n.add(d))}return t.combat&&n.add(kn(t.combat.territory,t)),{territories:n,moves:s}}function Mn(e,t){return e.moves.map(({from:n,to:s,units:r,seat:o})=>{let[a,i]=[t(n),t(s)];if(!a||!i)return h``;let[c,d]=[i[0]-a[0],i[1]-a[1]],p=Math.hypot(c,d)||1,[m,f]=[c/p,d/p],[$,y]=[a[0]+m*21,a[1]+f*13],[x,A]=[i[0]-m*26,i[1]-f*18],O=`${x+m*8},${A+f*8} ${x-f*6},${A+m*6} ${x+f*6},${A-m*6}`;return h`<g class="ng-move seat-${o}" data-from=${n} data-to=${s}><title>${k(r,"unit")} from ${n} to ${s}</title>
      <line x1=${$} y1=${y} x2=${x} y2=${A} /><polygon points=${O} /></g>`})}function kn(e,t){return t.layout?.area_territory[e]??e}function hr(e){return(e.layout?.area_territory??[]).slice(-1)}function fe(e){return typeof e=="number"?e:0}var Sn={food:h`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:h`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:h`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:h`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:h`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:h`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:h`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},Ct={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},fr=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function $e(e,t,n){return h`<g class="ng-glyph ${e}" transform="translate(${t} ${n})"><title>${Ct[e]}</title>${Sn[e]}</g>`}function Lt(e,t,n,s,r){let o=t?8:6.6;return h`<g class="ng-building" transform="translate(${s} ${r})"><title>${n}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${fr[e]??"?"}</text></g>`}function Ot(e,t){return l`<span class="ng-amount" title="${t} ${Ct[e]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${h`<g class="ng-glyph ${e}">${Sn[e]}</g>`}</svg
    >${t}<span class="ng-sr"> ${Ct[e]}</span></span
  >`}var An=["food","wood","lore","lair","small","carved","large"];function _n(e){return Ct[e]}var b=100,X=14,$r=["","regular","rough","impassable"],Pn=["small","carved","large"];function Nn(e){let{view:t,catalogue:n}=e,{layout:s,board:r}=t;if(!s||!r)return l`${u}`;let o=gr(e,s),a=new Map(s.territory.map((d,p)=>[d,r.owner[p]??-1])),i=new Set(s.territory.filter((d,p)=>s.open_sides[p]===0)),c=Rn(e);return l`<svg
      class="northgard"
      viewBox=${yr(s)}
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
      ${o.map((d,p)=>{let m=a.get(d.territory)??-1,f=`${m<0?"free":`of-${m}`} ${i.has(d.territory)?"closed":"open"}`;return h`<polygon class="ng-area ${f}"
          points=${d.polygon} data-area=${p} data-of=${d.territory} />`})}
      ${o.filter(d=>c.territories.has(d.territory)).map(d=>h`<polygon class="ng-marked" points=${d.polygon} />`)}
      ${br(e,s)} ${xr(e,s)} ${wr(e,r,o)}
      ${s.territory.map((d,p)=>Tr(e,t,r,d,p,o[d]))}
      ${Mn(c,d=>o[d]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${An.map(d=>l`<li><svg viewBox="-8 -8 16 16">${$e(d,0,0)}</svg>${_n(d)}</li>`)}
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
        ${n.buildings.map((d,p)=>l`<li><svg viewBox="-10 -11 20 20">${Lt(p,d.large,d.name,0,0)}</svg>${d.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function gr({catalogue:e},t){let n=[];return t.tile.forEach((s,r)=>{let o=e.tiles[s];if(!o)return;let a=ue(o,t.rotation[r]??0),i=Cn(t,r);o.areas.forEach((c,d)=>{n.push({printed:c,polygon:ge((a.polygons[d]??[]).map(i)),places:(a.places[d]??[]).map(i),territory:t.area_territory[n.length]??0})})}),n}function Cn(e,t){let[n,s]=[e.x[t]??0,e.y[t]??0];return([r,o])=>[En((n+r)*b),En((o-s)*b)]}function En(e){return Math.round(e*10)/10}function ge(e){return e.map(([t,n])=>`${t},${n}`).join(" ")}function yr(e){let[t,n]=[Math.min(0,...e.x),Math.max(0,...e.x)+1],[s,r]=[Math.min(0,...e.y.map(p=>-p)),Math.max(0,...e.y.map(p=>-p))+1],o=Math.max(5,n-t),a=Math.max(3,r-s),[i,c]=[(t+n-o)/2,(s+r-a)/2],d=8;return[i*b-d,c*b-d,o*b+2*d,a*b+2*d].join(" ")}function Ln(e,t,n){return(e&1<<(t-n+4)%4)>0}function br({catalogue:e},t){return t.tile.map((n,s)=>{let r=e.tiles[n]?.sea??0;if(!r)return h``;let[o,a]=[(t.x[s]??0)*b,-(t.y[s]??0)*b],i=[[0,0,b,X],[b-X,0,X,b],[0,b-X,b,X],[0,0,X,b]],c=[0,1,2,3].filter(d=>Ln(r,d,t.rotation[s]??0));return h`<g class="ng-sea"><title>Beach with a Port</title>${c.map(d=>{let[p=0,m=0,f=0,$=0]=i[d]??[];return h`<rect x=${o+p} y=${a+m} width=${f} height=${$} />`})}
      <path class="ng-anchor" transform="translate(${o+b/2} ${a+b/2+27})"
        d="M0 -10V9M-5 -5H5M-9 2Q-8 9 0 9Q8 9 9 2" /></g>`})}function xr({catalogue:e},t){let n=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),s=0;return t.tile.map((r,o)=>{let a=e.tiles[r];if(!a)return h``;let i=s;s+=a.areas.length;let c=Cn(t,o),[d,p]=[t.x[o]??0,t.y[o]??0],m=ue(a,t.rotation[o]??0).lines.map($=>{let y=t.area_territory[i+$.first]===t.area_territory[i+$.second];return h`<polyline class="ng-border ${y?"inner":$r[$.kind]??""}" points=${ge($.points.map(c))} />`}),f=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,y],x)=>n.has(`${d+$} ${p+y}`)||Ln(a.sea,x,t.rotation[o]??0)?u:h`<polyline class="ng-open-side" points=${ge(vr[x]?.map(c)??[])} />`);return h`<rect class="ng-tile" x=${d*b} y=${-p*b} width=${b} height=${b} />${m}${f}`})}var vr=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function wr({view:e,catalogue:t},n,s){let r=new Map,o=(a,i,c)=>{let d=`${a} ${i}`;r.set(d,[...r.get(d)??[],h`${c(0,0)}`])};n.building.forEach((a,i)=>{let c=t.buildings[a],[d,p]=[n.building_territory[i]??0,n.building_space[i]??3];p<3&&o(d,p,(m,f)=>Lt(a,c?.large??!1,J(t,a),m,f))});for(let{token:a,territory:i,space:c}of e.tokens)i>=0&&c<3&&o(i,c,(d,p)=>h`<g class="ng-token" transform="translate(${d} ${p})"><title>${he(a)}</title>
        <circle r="6" /><text y="2.6">${a>10?a-10:"!"}</text></g>`);return s.map(({printed:a,places:i,territory:c})=>{let d=[...mt("food",a.food),...mt("wood",a.wood),...mt("lore",a.lore),...mt("lair",a.lairs),...Pn.flatMap(p=>mt(p,a[p]))];return h`${d.map((p,m)=>{let[f,$]=i[m+1]??[0,0],y=r.get(`${c} ${Pn.findIndex(x=>x===p)}`)?.shift();return y?h`<g transform="translate(${f} ${$})">${y}</g>`:$e(p,f,$)})}`})}function mt(e,t){return Array.from({length:t},()=>e)}function Tr({catalogue:e,seats:t},n,s,r,o,a){let[i,c]=a?.places[0]??[0,0],d=s.owner[o]??-1,p=s.units[o]??0,m=n.figures.filter(g=>g.territory===r),f=s.building.filter((g,M)=>s.building_territory[M]===r),$=s.building.filter((g,M)=>s.building_territory[M]===r&&s.building_space[M]===3),y=n.tokens.filter(g=>g.territory===r&&g.space===3),x=(n.creatures?.line??[]).filter(g=>g.territory===r),A=d<0?"neutral":`seat ${d}, ${t[d]?.bot??""}`,O=[...m.map(g=>pt(e,g.figure)),...f.map(g=>J(e,g)),...x.map(g=>e.creatures[g.creature]?.name??"creature")];return h`<g class="ng-marker ${d<0?"free":`seat-${d}`}" transform="translate(${i} ${c})"
    data-territory=${r} data-owner=${d} data-units=${p} data-buildings=${f.join(" ")}
    data-figures=${m.map(g=>g.figure).join(" ")}
    data-tokens=${n.tokens.filter(g=>g.territory===r).map(g=>g.token).join(" ")}
    data-beasts=${x.map(g=>g.number).join(" ")}
    data-small=${s.small[o]??0} data-carved=${s.carved[o]??0} data-large=${s.large[o]??0}>
    <title>Territory ${r}: ${A}, ${k(p,"unit")}${O.length?`, ${O.join(", ")}`:""}</title>
    ${d<0?u:h`<rect class="ng-pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="ng-seat-number" cx="-10.5" r="6.8" />
          <text class="ng-seat-text" x="-10.5" y="3.4">${d}</text>
          <path class="ng-pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="ng-units" x="12" y="4.8">${p}</text>`}
    ${m.map((g,M)=>h`<g class="ng-figure seat-${g.seat}" transform="translate(${25+13*M} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${pt(e,g.figure).charAt(0)}</text></g>`)}
    ${$.map((g,M)=>h`<g transform="translate(${-27-14*M} 0)">${Lt(g,!1,J(e,g),0,0)}</g>`)}
    ${y.map((g,M)=>h`<g class="ng-token" transform="translate(${-22-13*M} 14)"><title>${he(g.token)}</title>
      <circle r="6" /><text y="2.6">${g.token>10?g.token-10:"!"}</text></g>`)}
    ${x.map((g,M)=>h`<g class="ng-beast" transform="translate(${16*M-8*(x.length-1)} -19)"><title>${e.creatures[g.creature]?.name??"creature"}</title>
        <path d="M-9 -6L-6 -2H6L9 -6L8 3L0 9L-8 3Z" /><text y="4.6">${e.creatures[g.creature]?.name.charAt(0)??"?"}</text></g>`)}
    <text class="ng-id" y="${d<0?2.5:17}">${r}</text></g>`}function On(e,t){let n=e.view.players[t];if(!n)return l`${u}`;let{catalogue:s,view:r,teams:o}=e,a=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",n.passed?"has passed":"",n.awakened?"Kaija is awake":"",n.conqueror?"ignores Towers and Fortresses":"",n.away?`${k(n.away,"unit")} on a Pyre`:""].filter(i=>i);return l`<div
    class="ng-seat"
    data-food=${n.food}
    data-wood=${n.wood}
    data-lore=${n.lore}
    data-fame=${n.fame}
    data-reserve=${n.reserve}
    data-hand=${n.hand.join(" ")}
    data-hand-size=${n.hand_size}
    data-draw-size=${n.draw_size}
    data-active=${n.active.join(" ")}
    data-discard=${n.discard.join(" ")}
    data-passed=${n.passed}
  >
    <p class="ng-amounts">
      ${Ot("food",n.food)} ${Ot("wood",n.wood)} ${Ot("lore",n.lore)}
      <span>${n.reserve} in reserve</span>
    </p>
    ${a.length?l`<p class="ng-states">${a.join(" · ")}</p>`:u}
    <dl class="ng-zones">
      ${kr(s,n)} ${P("Active",s,n.active)}
      ${n.top.length?P("On top",s,n.top):u}
      ${n.drawn.length?P("Drawn",s,n.drawn):u}
    </dl>
    <details>
      <summary>${n.draw_size} to draw, ${n.discard.length} discarded</summary>
      <dl class="ng-zones">
        ${P("Draw pile",s,n.draw)} ${P("Discard",s,n.discard)}
        ${P("Upgrades",s,n.upgrades_taken)}
        ${P("Not taken",s,n.upgrades)}
        ${P("Out of the game",s,n.boxed)}
      </dl>
    </details>
  </div>`}function kr(e,t){return t.hand.length?P("Hand",e,t.hand):t.hand_size?l`<div>
    <dt>Hand</dt>
    <dd>
      <span class="ng-backs" aria-hidden="true"
        >${Array.from({length:t.hand_size},()=>l`<i></i>`)}</span
      >
      <span data-hidden>${t.hand_size} hidden</span>
    </dd>
  </div>`:l`${u}`}function P(e,t,n){return n.length?l`<div>
    <dt>${e}</dt>
    <dd>${tt(t,n)}</dd>
  </div>`:u}function tt(e,t){let n=new Map;for(let s of t)n.set(s,(n.get(s)??0)+1);return[...n].map(([s,r])=>l`<span
        class="ng-card ${e.cards[s]?.set??""}"
        title=${e.cards[s]?.text??""}
        >${wn(e,s)}${r>1?` ×${r}`:""}</span
      > `)}function Vn(e){return l`${Rr(e)} ${Mr(e)} ${Sr(e)} ${Ar(e)}
  ${_r(e)} ${Pr(e)}`}function ye({view:e,catalogue:t},n){let s=e.creatures?.line.find(r=>r.number===n);return s?`the ${t.creatures[s.creature]?.name??"creature"}`:"a creature"}function Rr({view:e,catalogue:t}){if(!e.events)return u;let{now:n,next:s,left:r}=e.events,o=(a,i)=>{let c=t.events[i];return c?l`<p><b>${a}: ${c.name}.</b> ${c.text}</p>`:u};return l`<section class="ng-events" data-now=${n} data-next=${s}>
    ${o("Event of this year",n)} ${o("Event of the next year",s)}
    <p class="quiet">${k(r,"event")} in the pile</p>
  </section>`}function Mr({view:e,catalogue:t,seats:n}){let s=e.victory;return s?l`<section
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
  </section>`:u}function Sr({view:e,catalogue:t}){if(!e.creatures)return u;let{line:n,top_left:s,rest_left:r,defeated:o}=e.creatures;return l`<section
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
          </table>`:u}
    <p class="quiet">
      ${k(s+r,"creature")} in the pile, ${o.length} defeated
    </p>
  </section>`}function Ar({view:e,catalogue:t}){if(!e.sea)return u;let{ports:n,raids_left:s}=e.sea,r=e.players.filter(o=>o.kept_raids.length);return l`<section
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
        ${n.map(({territory:o,card:a,seat:i,units:c,year:d})=>{let p=t.raids[a];return l`<tr>
            <th scope="row">territory ${o}</th>
            <td title=${p?.text??""}>${p?.name??"none"}</td>
            <td>${c?`${k(c,"unit")} of seat ${i}, year ${d}`:""}</td>
          </tr>`})}
      </tbody>
    </table>
    <p class="quiet">
      ${k(s,"Raid")} in the
      deck${r.map(o=>`; seat ${o.seat} keeps ${o.kept_raids.map(a=>t.raids[a]?.name??a).join(", ")}`)}
    </p>
  </section>`}function _r({view:e,catalogue:t}){return e.features.length?l`<section
    class="ng-features"
    data-features=${e.features.map(n=>`${n.feature}:${n.territories.join(",")}`).join(" ")}
  >
    ${e.features.map(({feature:n,territories:s,wood:r})=>{let o=t.features[n],a=s.length?` (territory ${s.join(", ")})`:"";return l`<p>
        <b>${o?.name??n}${a}.</b> ${o?.text??""}
        ${r?` ${r} wood lie there.`:""}
      </p>`})}
  </section>`:u}function Pr({view:e,catalogue:t}){if(!e.automa)return u;let{level:n,actions_left:s,deck_left:r,played:o,kept:a}=e.automa,i=t.automa[o.at(-1)??-1];return l`<section
    class="ng-automa"
    data-automa-played=${o.join(" ")}
    data-automa-kept=${a.join(" ")}
  >
    <p>
      <b>Automa, level ${n}.</b> ${k(s,"card")} left this year, ${r}
      in its deck.${i?` Last: ${i.text}`:""}
    </p>
    ${a.length?l`<p>It has taken ${tt(t,a)}</p>`:u}
  </section>`}function Dn(e){let{view:t,catalogue:n}=e;return l`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?Er(e,t.combat):u}
    ${t.battles.map(s=>l`<p>
          Combat to come: seat ${s.attacker} with
          ${k(s.units,"unit")}${s.kaija?" and Kaija":""}${s.figures.map(r=>` and ${pt(n,r)}`).join("")}
          against
          ${s.creature?ye(e,s.creature):s.defender<0?"nobody":`seat ${s.defender}`}
          in territory ${s.territory}
        </p>`)}
    ${Vn(e)}
    <dl class="ng-zones">
      ${t.display.length?l`<div>
              <dt>Display</dt>
              <dd>${tt(n,t.display)}</dd>
            </div>`:u}
      ${t.achievements.length?l`<div>
              <dt>Achievements</dt>
              <dd>${tt(n,t.achievements)}</dd>
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
          ${t.stock.map((s,r)=>l`<span class="ng-card">${J(n,r)} ${s}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?l`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(s=>s).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:u}
    </dl>
  </div>`}function Er(e,t){let{seats:n}=e,s=t.creature?ye(e,t.creature):"",r=(o,a,i,c,d,p)=>{let[m,f]=me[d]??me[0];return l`<tr class="seat-${a}">
      <th scope="row">
        <span class="ng-mark">${a<0?"–":a}</span> ${o}
        ${a<0?s||"nobody":n[a]?.bot??"nobody"}
      </th>
      <td>${i}</td>
      <td>${c}</td>
      <td title=${f}>
        <svg class="ng-die" viewBox="0 0 40 26" aria-label=${f}>
          ${h`<rect x="1" y="1" width="38" height="24" rx="5" /><text x="20" y="18">${m}</text>`}
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
      ${vn.map((o,a)=>l`<li class=${a===t.stage?"current":a<t.stage?"done":""}>${o}</li>`)}
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
  </section>`}var jn={board:Nn,seat:On,table:Dn,score(e,t){let n=e.view.players[t]?.fame??-1;return n<0?"?":String(n)},title:({view:e,catalogue:t},n)=>Tn(t,e.players[n]?.clan??-1),weight({view:e,acts:t}){return e.combat?1.6:t.every(n=>n.stream!==void 0)?.3:1},event({view:e,before:t}){return e.combat&&!t?.combat?`combat in territory ${e.combat.territory}`:""}};var In={clansmen:pn,northgard:jn};function Hn(e,t){if(t===-1)return"Chance";let n=e.seats[t]?.bot;return n?`Seat ${t} · ${n}`:`Seat ${t}`}function Bn(e,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${e.seats[t]?.bot??""}`}function z(e,t){return e.prompts[t]??t}function Vt(e){return e.text?e.text.join(", ")||"nothing":null}function be(e){return e.split(", ").map(t=>{let[,n,s]=/^\S+ (-?\d+)(?: (.+))?$/.exec(t)??[];return s||(n?xe(t):t.replace(/^\S+ (?=\S)/,""))})}function ht(e){return be(e).join(" · ")}function ft(e){let t=e/1e3;if(t<10)return`${t.toFixed(1)} ms`;if(t<1e3)return`${t.toFixed(0)} ms`;let n=t/1e3;return n<60?`${n.toFixed(1)} s`:`${Math.floor(n/60)} min ${Math.floor(n%60)} s`}function xe(e){return e.slice(0,1).toUpperCase()+e.slice(1)}var Nr=60,Gn=new WeakMap;function qn(e){if(!C(e))return()=>"";let t=Gn.get(e);if(t)return t;let n=new Map;for(let[r,o]of Object.entries(e))Array.isArray(o)&&n.set(r,o.map(Vr));let s=(r,o)=>(n.get(r)??n.get(`${r}s`))?.[o]??"";return Gn.set(e,s),s}function $t(e,t,n){if(t===null)return"none";if(typeof t=="number")return`${t} ${n(e,t)}`.trimEnd();if(typeof t=="string")return t;if(typeof t=="boolean")return t?"yes":"no";if(Array.isArray(t)){let s=t.map(r=>$t(e,r,n));return s.join(s.some(r=>r.includes(" "))?", ":" ")||"none"}return Object.entries(t).map(([s,r])=>`${Dt(s)} ${$t(s,r,n)}`).join(", ")}function Dt(e){return xe(e.replaceAll("_"," "))}function Cr(e){return[...new Set(e.flatMap(t=>Object.keys(t)))]}var zn={board:({view:e,catalogue:t})=>{let n=qn(t);if(!C(e))return l`<p>${$t("",e,n)}</p>`;let{players:s,...r}=e,o=gt(s)?r:e;return l`<div class="fields">${ve(o,n)}</div>`},seat:({view:e,catalogue:t},n)=>{let s=C(e)&&gt(e.players)?e.players[n]:void 0;return s?l`<div class="fields">${ve(s,qn(t))}</div>`:l`${u}`},table:()=>l`${u}`,score:()=>"",title:()=>"",weight:({acts:e})=>e.length&&e.every(t=>t.seat===-1)?.4:1,event:()=>""};function ve(e,t){let n=Object.entries(e),s=n.filter(([,o])=>!gt(o)&&!C(o)),r=n.filter(([,o])=>gt(o)||C(o));return l`<dl>
      ${s.map(([o,a])=>{let i=$t(o,a,t);return l`<div class=${i.length>Nr?"long":""} data-field=${o}>
          <dt>${Dt(o)}</dt>
          <dd>${i}</dd>
        </div>`})}
    </dl>
    ${r.map(([o,a])=>Lr(o,a,t))}`}function Lr(e,t,n){return l`<section data-field=${e}>
    <h3>${Dt(e)}</h3>
    ${gt(t)?Or(t,n):C(t)?ve(t,n):u}
  </section>`}function Or(e,t){let n=Cr(e);return l`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${n.map(s=>l`<th scope="col">${Dt(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map((s,r)=>l`<tr>
              <th scope="row">${r}</th>
              ${n.map(o=>l`<td>
                    ${o in s?$t(o,s[o]??null,t):""}
                  </td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function Vr(e){return C(e)&&typeof e.name=="string"?e.name:""}function C(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function gt(e){return Array.isArray(e)&&e.length>0&&e.every(C)}function Dr(e){return e.charged_us===void 0||!e.limit_us?null:Math.max(0,Math.min(1,e.charged_us/e.limit_us))}function jr(e){return e.think_us===void 0||e.charged_us===void 0?"":e.limit_us?`${ft(e.charged_us)} of ${ft(e.limit_us)}`:ft(e.think_us)}function Un(e,t){let n=Dr(e);return l`<div class="clock">
    ${Fn(n,e.fault?"bar over":"bar")}
    <span class="clock-words">${jr(e)}</span>
    ${t>0&&e.bank_us!==void 0?l`${Fn(e.bank_us/t,"bar bank")}
            <span class="clock-words">bank ${ft(e.bank_us)}</span>`:u}
    ${e.refused?l`<span class="clock-words warn">${e.refused} refused</span>`:u}
  </div>`}function Fn(e,t){return e===null?u:l`<svg class=${t} width="100%" height="6" aria-hidden="true">
    ${h`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(e*100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`}var Ir="ABCDEF";function F(e){return e===-1?l`<span class="badge chance" title="Chance">◆</span>`:l`<span class="badge seat-${e}">${e}</span>`}function Wn(e,t,n){let{seats:s}=e.replay.document;return l`<section class="seats" aria-label="Seats" tabindex="0">
    ${s.map((r,o)=>Hr(e,t,o,n))}
  </section>`}function Hr(e,t,n,s){let{replay:r,renderer:o,eye:a,step:i}=e,{document:c}=r,d=c.seats[n],p=r.lastAct(a,n,i),m=t.asked.find(x=>x.seat===n),f=p?.act.fault,$=p?.step===i,y=r.eyes.length>0;return l`<article
    class="seat seat-${n} ${m?"is-asked":""} ${$?"has-acted":""}"
    data-seat=${n}
    data-fault=${f??u}
    data-asked=${m?.prompt??u}
    aria-label="Seat ${n}"
  >
    <header>
      ${F(n)}
      <div class="who">
        <h2>
          <span class="bot">${d?.bot}</span>
          <span class="quiet version">${d?.version}</span>
        </h2>
        ${y?Kn("clan",()=>o.title(t,n)):u}
        ${Br(c,n)}
      </div>
      ${y?Kn("score",()=>o.score(t,n)):u}
    </header>
    ${Gr(e,n)} ${p?Un(p.act,s):u}
    ${f?l`<p class="fault">
            <strong>${f}</strong>: the referee answered${$?"":` at step ${p.step}`}
            ${p.act.evidence?l`<span class="evidence">${p.act.evidence}</span>`:u}
          </p>`:u}
    ${m?l`<p class="asked">asked: ${z(c,m.prompt)}</p>`:u}
    ${qr(e,n)}
    ${y?W(`seat ${n}`,()=>o.seat(t,n)):u}
  </article>`}function Kn(e,t){return W(e,()=>{let n=t();return n?l`<span class=${e}>${n}</span>`:u})}function Br({teams:e},t){let n=e[t];return n===void 0?u:l`<span class="quiet">team ${Ir[n]??n}</span>`}function Gr(e,t){let{outcome:n}=e.replay.document;if(!n||e.step!==e.last)return u;let s=n.forfeits.find(r=>r.seat===t);return l`<p class="result" data-rank=${n.ranks[t]??u}>
    <strong>rank ${n.ranks[t]}</strong>, score ${n.scores[t]}
    ${s?l`<strong class="fault">forfeited: ${s.fault}</strong>`:u}
  </p>`}function qr(e,t){let{replay:n,eye:s,step:r}=e,o=n.lastAct(s,t,r,a=>!!a.annotation);return o?l`<blockquote
    class="remark ${o.step===r?"":"old"}"
    data-remark=${o.step}
  >
    <p>${o.act.annotation}</p>
    ${o.step===r?u:l`<footer>step ${o.step}</footer>`}
  </blockquote>`:u}function Qn(e){let t=e.querySelector(".seats"),n=t?.querySelector(".has-acted");if(!t||!n||t.scrollHeight<=t.clientHeight)return;let s=t.getBoundingClientRect(),r=n.getBoundingClientRect();r.top<s.top?t.scrollTop+=r.top-s.top:r.bottom>s.bottom&&(t.scrollTop+=r.bottom-s.bottom)}function Yn(e,t){let{document:n}=e.replay,{match:s}=n;return l`<header class="heading">
    <div class="title">
      <h1>${s.title}</h1>
      <p class="quiet id">${s.id}</p>
      ${n.live?l`<p class="live">
              live, ${n.live.delay_s?`${n.live.delay_s} s later`:"at once"}
            </p>`:u}
      <details class="facts">
        <summary>Match</summary>
        ${Fr(n)}
      </details>
    </div>
    ${n.note?l`<p class="note" role="note">${n.note}</p>`:u}
    ${t?l`<p class="note" role="status" data-problem>${t}</p>`:u}
    ${zr(e)}
  </header>`}function zr(e){let{outcome:t,seats:n}=e.replay.document;if(!t||e.step!==e.last)return u;let s=n.map((r,o)=>({who:r,seat:o,rank:t.ranks[o]??0,score:t.scores[o]??0})).sort((r,o)=>r.rank-o.rank);return l`<div class="outcome" data-reason=${t.reason}>
    <h2>Result <span class="quiet">(${t.reason})</span></h2>
    <ol>
      ${s.map(({who:r,seat:o,rank:a,score:i})=>l`<li class=${a===1?"first":""}>
            ${a}. ${F(o)} <span class="bot">${r.bot}</span> <strong>${i}</strong>
          </li>`)}
    </ol>
  </div>`}function Fr({match:e,seats:t}){let n=[["Game",`${e.game} ${e.version}, lawspeaker ${e.engine}`],["Clock",e.clock],["Started",Zn(e.started_ms)],["Ended",e.ended_ms===null?"":Zn(e.ended_ms)],["Seed",e.seed??""],["Seed's commitment",e.commitment],["Signed by",e.signed_by],...t.map((s,r)=>[`Seat ${r}`,[`${s.bot} ${s.version}`,s.sdk,s.identity&&`token ${s.identity}`].filter(o=>o).join(", ")]),...Object.entries(e.options)];return l`<dl>
    ${n.filter(([,s])=>s).map(([s,r])=>l`<div>
            <dt>${s}</dt>
            <dd>${r}</dd>
          </div>`)}
  </dl>`}function Zn(e){return new Date(e).toISOString().replace("T"," ").replace(/\..*/," UTC")}var Jn=[{keys:[" "],shown:"Space",does:"play or pause",act:e=>e.toggle()},{keys:["ArrowRight"],shown:"→",does:"one step forward",act:e=>e.by(1)},{keys:["ArrowLeft"],shown:"←",does:"one step back",act:e=>e.by(-1)},{keys:["PageDown"],shown:"Page down",does:"next chapter",act:e=>e.byChapter(1)},{keys:["PageUp"],shown:"Page up",does:"beginning of the chapter, or the one before",act:e=>e.byChapter(-1)},{keys:["Home"],shown:"Home",does:"beginning",act:e=>e.go(0)},{keys:["End"],shown:"End",does:"end",act:e=>e.go(e.last)},{keys:["+","="],shown:"+",does:"faster",act:e=>e.faster(1)},{keys:["-"],shown:"−",does:"slower",act:e=>e.faster(-1)},{keys:["0","1","2","3","4","5"],shown:"0 to 5",does:"what this seat sees",act:(e,t)=>e.look(Number(t))},{keys:["a"],shown:"a",does:"all hands",act:e=>e.look(-2)},{keys:["s"],shown:"s",does:"what spectators see",act:e=>e.look(-1)}];function Xn(e,t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(n?.closest("select, textarea, input:not([type=range])")||t.key===" "&&n?.closest("button, summary, a"))return!1;let s=Jn.find(r=>r.keys.includes(t.key));return s?(t.preventDefault(),s.act(e,t.key),!0):!1}function ts(e){return l`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${Jn.map(t=>l`<div>
            <dt><kbd>${t.shown}</kbd></dt>
            <dd>${t.does}</dd>
          </div>`)}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${e}>Close</button>
  </dialog>`}var U={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},jt=e=>(...t)=>({_$litDirective$:e,values:t}),et=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,n,s){this._$Ct=t,this._$AM=n,this._$Ci=s}_$AS(t,n){return this.update(t,n)}update(t,n){return this.render(...n)}};var Ur={},It=jt(class extends et{constructor(){super(...arguments),this.ot=Ur}render(e,t){return t()}update(e,[t,n]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((s,r)=>s===this.ot[r]))return R}else if(this.ot===t)return R;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,n)}});var es=60,Kr=60;function Wr(e,t){let n=e.length?e:[{step:0,label:""}];return n.flatMap(({step:s,label:r},o)=>{let a=Math.min(n[o+1]?.step??1/0,t),i=[];for(let c=s+1;c<=a;c+=es)i.push({from:c,to:Math.min(c+es-1,a),label:ht(r)});return i})}function Qr(e,t){let n=0;return e.toReversed().map(({from:s,to:r})=>{let o=n===0||n+r-s<Kr;return n+=r-s+1,t.get(s)??o}).toReversed()}function ns(e,t,n){let{replay:s,step:r}=e,o=Wr(s.document.chapters,r),a=Qr(o,t);return l`<section class="log" aria-label="Log" tabindex="0">
    ${o.length?u:l`<p class="quiet">The match begins.</p>`}
    ${o.map((i,c)=>{let d=a[c]??!1;return l`<details ?open=${d}>
        <summary @click=${m=>{m.preventDefault(),t.set(i.from,!d),n()}}>
          <span>${i.label||"Steps"}</span>
          <span class="quiet"
            >${i.from===i.to?i.to:`${i.from}–${i.to}`}</span
          >
        </summary>
        <ol>
          ${d?Zr(e,i):u}
        </ol>
      </details>`})}
  </section>`}function*Zr({replay:e,eye:t,step:n},s){for(let r=s.from;r<=s.to;r++)yield l`<li data-step=${r} aria-current=${r===n?"step":u}>
      ${It([e,t,r],()=>Yr(e.document,r,e.acts(t,r),e.document.steps[r-1]))}
    </li>`}function Yr(e,t,n,s){return l`<a href="#step=${t}" tabindex="-1"
      >${n.map(r=>l`<span class="act" title=${`Step ${t}: ${z(e,r.prompt)}`}
            >${F(r.seat)}
            ${Jr(r)}${r.seat===-1?l` <span class="quiet">${r.prompt}</span>`:u}${r.fault?l` <strong class="fault" data-fault=${r.fault}>${r.fault}</strong
                    >${r.evidence?l` <span class="fault">${r.evidence}</span>`:u}`:u}</span
          >`)}</a
    >${s?.changes?.length?l`<ul>
            ${s.changes.map(r=>l`<li>${r}</li>`)}
          </ul>`:u}`}function Jr(e){return Vt(e)??l`<span class="quiet" data-hidden>hidden</span>`}function ss(e){let t=e.querySelector(".log");t&&(t.scrollTop=t.scrollHeight)}var Ht=class{#s;#t;#n=null;#e=0;#o=[];#r=[];#a=[];#i=1;#l=null;constructor(t,n){this.#s=t,this.#t=n}of(t,n){if(t!==this.#n||n!==this.#e){let s=this.#n!==null&&n===this.#e&&t.last>=this.#n.last;this.#n=t,this.#e=n,this.#o=t.faults(n).map(r=>({step:r,fault:!0,word:`step ${r}: ${Xr(t,n,r)}`})),s||(this.#r=[],this.#i=1),this.#a=[...this.#r,...this.#o],this.#c()}return this.#a}#c(){this.#l!==null&&clearTimeout(this.#l),this.#l=setTimeout(()=>{this.#l=null;let t=this.#n;if(!t||t.eyes.length===0||this.#i>t.last)return;let n=performance.now()+8;for(;this.#i<=t.last&&performance.now()<n;){let s=this.#i++,r=this.#s.event(t.scene(this.#e,s));r&&this.#r.push({step:s,word:`step ${s}: ${r}`,fault:!1})}this.#i<=t.last?this.#c():this.#a.length<this.#r.length+this.#o.length&&(this.#a=[...this.#r,...this.#o],this.#t())})}};function Xr(e,t,n){return e.acts(t,n).filter(s=>s.fault).map(s=>`seat ${s.seat}, ${s.fault??""}`).join("; ")}var to=700,Bt=class{#s;#t;#n;#e=0;#o;#r=1;#a=null;constructor(t,n,s){this.#n=t,this.#s=n,this.#t=s,this.#o=t.eyes[0]??-1,this.live&&(this.#e=t.last)}get replay(){return this.#n}get renderer(){return this.#s}get step(){return this.#e}get last(){return this.#n.last}get eye(){return this.#o}get speed(){return this.#r}get playing(){return this.#a!==null}get live(){return!!this.#n.document.live}get place(){return{step:this.#e,eye:this.#o,speed:this.#r}}replace(t){let n=this.live&&this.#e===this.last;this.#n=t,t.eyes.includes(this.#o)||(this.#o=t.eyes[0]??-1),this.#e=n?t.last:Math.min(this.#e,t.last),this.#t()}go(t){this.#l(),this.#e=this.#c(t),this.#t()}by(t){this.go(this.#e+t)}byChapter(t){let{chapters:n}=this.#n.document,s=n.map(o=>o.step),r=t>0?s.find(o=>o>this.#e):s.findLast(o=>o<this.#e);this.go(r??(t>0?this.last:0))}look(t){!this.#n.eyes.includes(t)||t===this.#o||(this.#o=t,this.#t())}hurry(t){!B.includes(t)||t===this.#r||(this.#r=t,this.playing&&this.#i(),this.#t())}faster(t){this.hurry(B[B.indexOf(this.#r)+t]??this.#r)}visit({step:t,eye:n,speed:s}){n!==void 0&&this.look(n),s!==void 0&&this.hurry(s),t!==void 0&&this.#c(t)!==this.#e&&this.go(t)}toggle(){this.playing?this.#l():(this.#e===this.last&&(this.#e=0),this.#i()),this.#t()}#i(){this.#l();let t=this.#n.scene(this.#o,this.#e),n=to*this.#s.weight(t)/this.#r;this.#a=setTimeout(()=>{this.#l(),this.#e=this.#c(this.#e+1),this.#e<this.last&&this.#i(),this.#t()},n)}#l(){this.#a!==null&&clearTimeout(this.#a),this.#a=null}#c(t){return Math.max(0,Math.min(t,this.last))}};function os(e){let{replay:t,step:n,eye:s}=e,r=e.playing&&e.speed>1;return l`<div class="taken" aria-live=${r?"off":"polite"} aria-atomic="true">
    ${n===0?l`<p class="quiet">Before the first step.</p>`:eo(e,t.acts(s,n))}
  </div>`}function eo(e,t){let{document:n}=e.replay,s=t[0]?.prompt;return s===void 0||t.length===1||t.some(r=>r.prompt!==s)?t.map(r=>rs(n,r,no(n,r))):l`<p class="question">${z(n,s)}</p>
    <div class="at-once">${t.map(r=>rs(n,r,""))}</div>`}function no(e,t){return t.seat===-1?t.stream??t.prompt:z(e,t.prompt)}function rs(e,t,n){let s=Vt(t);return l`<p data-act=${t.seat}>
    ${F(t.seat)} <strong>${Hn(e,t.seat)}</strong>
    <span class="question">${n}</span>
    <span class="arrow" aria-hidden="true">→</span>
    ${s===null?l`<span class="answer quiet" data-hidden>hidden</span>`:l`<span class="answer">${s}</span>`}
    ${t.fault?l`<strong class="fault" data-fault=${t.fault}
            >${t.fault}: the referee answered</strong
          >`:u}
  </p>`}var{I:Li}=Le;var as=e=>e.strings===void 0;var so={},is=(e,t=so)=>e._$AH=t;var Gt=jt(class extends et{constructor(e){if(super(e),e.type!==U.PROPERTY&&e.type!==U.ATTRIBUTE&&e.type!==U.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!as(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===R||t===u)return t;let n=e.element,s=e.name;if(e.type===U.PROPERTY){if(t===n[s])return R}else if(e.type===U.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(s))return R}else if(e.type===U.ATTRIBUTE&&n.getAttribute(s)===t+"")return R;return is(e),t}});var ro={first:"M4 3v10M13 3 6.5 8l6.5 5z",last:"M12 3v10M3 3l6.5 5L3 13z",back:"M10.5 3 5.5 8l5 5",forward:"M5.5 3l5 5-5 5",chapterBack:"M8 3 3 8l5 5M13 3 8 8l5 5",chapterForward:"M3 3l5 5-5 5M8 3l5 5-5 5",play:"M4.5 2.5 13 8l-8.5 5.500z",pause:"M5 3v10M11 3v10",link:"M6.5 9.500l3-3M7 5l1.5-1.500a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.500a2.8 2.8 0 0 1-4-4L5 7"};function N(e){return l`<svg class="icon icon-${e}" viewBox="0 0 16 16" aria-hidden="true">
    ${h`<path d=${ro[e]} />`}
  </svg>`}var oo=6.6,ls=10;function cs(e,t){return t>0?e/t*100:0}function ao(e,t){let n=[],s=e.map(({step:r,label:o})=>{let a=be(o),i=Math.max(a.findIndex((c,d)=>c!==n[d]),0);return n=a,{step:r,level:i,length:0,label:a[i]??"",title:ht(o)}});return s.map((r,o)=>{let a=s.slice(o+1).find(i=>i.level<=r.level);return{...r,length:(a?.step??t)-r.step}})}function io(e,t,n){let s=[];return e.filter(r=>r.level<2).sort((r,o)=>r.level-o.level||o.length-r.length).filter(r=>{let o=cs(r.step,t)/100*n,a=o+r.label.length*oo+ls;return a>n+ls||s.some(i=>o<i.to&&a>i.from)?!1:(s.push({from:o,to:a}),!0)}).sort((r,o)=>r.step-o.step)}function ds(e,t,n,s,r){let{replay:o,step:a,last:i}=e,{chapters:c}=o.document,d=c[o.chapter(a)]?.label,p=d?ht(d):"";return l`<footer class="timeline" aria-label="Timeline">
    <div class="track">
      ${It([o,t,n],()=>co(e,ao(c,i),t,n))}
      <input
        type="range"
        min="0"
        max=${i}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${a} of ${i}${p&&`, ${p}`}`}
        .value=${Gt(String(a))}
        @input=${m=>{m.target instanceof HTMLInputElement&&e.go(Number(m.target.value))}}
      />
    </div>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${L(N("first"),"First step",()=>e.go(0),a===0)}
        ${L(N("chapterBack"),"Previous chapter",()=>e.byChapter(-1),a===0)}
        ${L(N("back"),"One step back",()=>e.by(-1),a===0)}
        ${L(N(e.playing?"pause":"play"),e.playing?"Pause":"Play",()=>e.toggle(),i===0,"play")}
        ${L(N("forward"),"One step forward",()=>e.by(1),a===i)}
        ${L(N("chapterForward"),"Next chapter",()=>e.byChapter(1),a===i)}
        ${L(N("last"),"Last step",()=>e.go(i),a===i)}
      </div>
      <p class="where">
        <strong>${a}</strong> of ${i}${p?l` <span>${p}</span>`:u}
      </p>
      ${e.live&&a<i?l`<button type="button" class="to-live" @click=${()=>e.go(i)}>
              Go to live
            </button>`:u}
      <div class="choices">
        <label
          ><span class="hideable">Speed</span>
          <select
            aria-label="Speed"
            .value=${Gt(String(e.speed))}
            @change=${m=>{m.target instanceof HTMLSelectElement&&e.hurry(Number(m.target.value))}}
          >
            ${B.map(m=>l`<option value=${m} ?selected=${m===e.speed}>${m}×</option>`)}
          </select></label
        >
        ${lo(e)} ${s?L(N("link"),"Copy link",s,!1):u}
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
  </footer>`}function lo(e){let{eyes:t,document:n}=e.replay;return t.length===0?u:l`<label
    ><span class="hideable">Seen by</span>
    <select
      class="eyes"
      aria-label="Seen by"
      .value=${Gt(String(e.eye))}
      @change=${s=>{s.target instanceof HTMLSelectElement&&e.look(Number(s.target.value))}}
    >
      ${t.map(s=>l`<option value=${s} ?selected=${s===e.eye}>
            ${Bn(n,s)}
          </option>`)}
    </select></label
  >`}function co(e,t,n,s){let{last:r}=e,o=a=>`${cs(a,r).toFixed(3)}%`;return l`<svg class="chapters" width="100%" height="40" aria-hidden="true">
    ${t.map(a=>h`<line class=${a.level?"tick":"tick major"} x1=${o(a.step)} x2=${o(a.step)}
          y1=${Math.min(a.level*7,14)} y2="20"><title>${a.title}</title></line>`)}
    ${io(t,r,s).map(a=>h`<text class=${a.level?"":"major"} x=${o(a.step)} dx="3" y="9">${a.label}</text>`)}
    ${n.map(a=>{let i=()=>e.go(a.step),c=h`<title>${a.word}</title>`;return a.fault?h`<rect class="mark fault" x=${o(a.step)} y="29" width="3" height="10" transform="translate(-1.5 0)" @click=${i}>${c}</rect>`:h`<circle class="mark" cx=${o(a.step)} cy="34" r="3" @click=${i}>${c}</circle>`})}
  </svg>`}function L(e,t,n,s,r=""){return l`<button
    type="button"
    class=${r}
    aria-label=${t}
    title=${t}
    aria-disabled=${s?"true":u}
    @click=${n}
  >
    ${e}
  </button>`}var qt=class{#s;#t;#n;#e;#o=new Map;#r="";#a=600;#i=0;#l=-1;#c={replay:null,largest:0};constructor(t,n){this.#s=t;let s=In[n.document.match.game]??zn,r=()=>this.#d();this.#t=new Bt(n,s,r),this.#n=new Ht(s,r),this.#e=new kt(o=>this.#t.visit(o)),this.#t.visit(this.#e.place),this.#p(),addEventListener("keydown",o=>this.#y(o)),new ResizeObserver(([o])=>{let a=Math.round(o?.contentRect.width??0);a&&a!==this.#a&&(this.#a=a,this.#d())}).observe(this.#f(".track"))}update(t,n){n!==this.#r&&(this.#r=n,this.#d()),t!==this.#t.replay&&this.#t.replace(t)}#d(){this.#i||(this.#i=requestAnimationFrame(()=>this.#p()))}#p(){this.#i=0;let t=this.#t;it(this.#$(),this.#s),t.step!==this.#l&&(ss(this.#s),Qn(this.#s)),this.#l=t.step,this.#e.write(this.#m())}#m(){let{live:t,step:n,last:s,place:r}=this.#t;return t&&n===s?{eye:r.eye,speed:r.speed}:r}#$(){let t=this.#t,{replay:n,renderer:s,step:r,eye:o}=t,a=n.scene(o,r),i=n.eyes.length>0,c="clipboard"in navigator?()=>{this.#b()}:null;return l`${Yn(t,this.#r)}
      <main
        data-step=${r}
        data-steps=${t.last}
        data-eye=${o}
        data-game=${n.document.match.game}
        ?data-playing=${t.playing}
      >
        <div class="middle">
          <section class="board" aria-label="Board">
            ${os(t)} ${i?W("board",()=>s.board(a)):u}
          </section>
          ${i?l`<section class="table" aria-label="Table">
                  ${W("table",()=>s.table(a))}
                </section>`:u}
        </div>
        ${Wn(t,a,this.#g(n))}
        ${ns(t,this.#o,()=>this.#d())}
      </main>
      ${ds(t,this.#n.of(n,o),this.#a,c,()=>this.#h())}
      ${ts(()=>this.#u().close())}`}#g(t){if(this.#c.replay!==t){let n=t.document.steps.flatMap(s=>s.acts.map(r=>r.bank_us??0));this.#c={replay:t,largest:n.reduce((s,r)=>Math.max(s,r),0)}}return this.#c.largest}#y(t){this.#u().open||(t.key==="?"&&!t.ctrlKey&&!t.metaKey&&!t.altKey?this.#h():Xn(this.#t,t))}#h(){this.#u().showModal()}#u(){return this.#f("dialog")}async#b(){this.#e.writeNow(this.#m());try{await navigator.clipboard.writeText(location.href),this.#r=""}catch{this.#r="The browser does not let this page copy the address."}this.#d()}#f(t){let n=this.#s.querySelector(t);if(!n)throw new Error(`the page has no ${t}`);return n}};var nt=class e{document;#s=new Map;#t;constructor(t){this.document=t,this.#t=t.seats.map(()=>[]),this.#n(0)}get last(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,n){let s=this.document.eyes.find(o=>o.eye===t);if(!s)return null;let r=this.#s.get(t);r||this.#s.set(t,r=[]);for(let o=r.length;o<=n;o++){let a=s.views[o]??null,i=r[o-1]??null;r.push(a===null?i:o===0?a:Rt(i,a))}return r[n]??null}acts(t,n){let s=this.document.steps[n-1]?.acts??[],r=this.document.eyes.find(o=>o.eye===t)?.acts;return r?s.map((o,a)=>{let i=r[`${n-1}.${a}`];return i?{...o,...i}:o}):s}asked(t){let n=this.document.steps[t];return n?n.acts.filter(s=>s.seat>=0).map(s=>({seat:s.seat,prompt:s.prompt})):this.document.asked}scene(t,n){let{catalogue:s,seats:r,teams:o}=this.document;return{view:this.view(t,n),before:n>0?this.view(t,n-1):null,catalogue:s,seats:r,teams:o,acts:this.acts(t,n),asked:this.asked(n),eye:t}}lastAct(t,n,s,r=()=>!0){let o=this.#t[n]??[];for(let a=us(o,s);a>=0;a--){let i=o[a]??0,c=this.acts(t,i).find(d=>d.seat===n&&r(d));if(c)return{step:i,act:c}}return null}faults(t){let n=[];for(let s=1;s<=this.last;s++)this.acts(t,s).some(r=>r.fault)&&n.push(s);return n}chapter(t){return us(this.document.chapters.map(n=>n.step),t)}with(t){if(t.from!==this.last)return null;let n=this.document,s=new e({...n,match:t.match??n.match,prompts:{...n.prompts,...t.prompts},steps:[...n.steps,...t.steps],chapters:[...n.chapters,...t.chapters],asked:t.asked,eyes:n.eyes.map(r=>{let o=t.eyes.find(i=>i.eye===r.eye);if(!o)return r;let a=o.views.slice(o.views.length-t.steps.length);return{eye:r.eye,views:[...r.views,...a],acts:{...r.acts,...o.acts}}}),outcome:t.outcome??n.outcome,note:t.note??n.note});for(let[r,o]of this.#s)s.#s.set(r,o);return s}#n(t){for(let n=t;n<this.last;n++)for(let s of this.document.steps[n]?.acts??[])this.#t[s.seat]?.push(n+1)}};function us(e,t){let n=0,s=e.length;for(;n<s;){let r=n+s>>1;(e[r]??0)<=t?n=r+1:s=r}return n-1}var uo=1e3,po=15e3,mo=2e4;async function ps(){let e=document.getElementById("match");return e?.textContent?hs(await ho(e.textContent)):null}async function ho(e){try{let t=Uint8Array.from(atob(e),s=>s.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return JSON.parse(await new Response(n).text())}catch(t){throw new Error("the match in this page is damaged",{cause:t})}}var zt=class{#s=`${location.pathname.replace(/\/$/,"")}/frames`;async document(){return hs(await this.#t(this.#s))}async news(t){return await this.#t(`${this.#s}?from=${t}`)}async#t(t){let n=await fetch(t,{cache:"no-cache",signal:AbortSignal.timeout(mo)}).catch(s=>{throw new Error("the server does not answer",{cause:s})});if(n.status===304)return null;if(n.status===404)throw new Error("the server does not know this match");if(!n.ok)throw new Error(`the server answers ${n.status} ${n.statusText}`);return n.json()}};async function ms(e,t,n,s=uo){let r=t,o=s;for(;r.document.live;){await $o(o);try{let a=await e.news(r.last);a&&(r=await fo(e,r,a)),o=s,n(r,"")}catch(a){o=Math.min(o*2,po);let i=Math.ceil(o/1e3);n(r,`No news: ${we(a)}. The page asks again in ${i} s.`)}}}async function fo(e,t,n){return(n.live&&!n.reload?t.with(n):null)??new nt(await e.document())}function we(e){return e instanceof Error?e.message:String(e)}function hs(e){if(e?.format!==1)throw new Error("this match is in a format that this page does not know");return e}function $o(e){return new Promise(t=>setTimeout(t,e))}async function go(e){let t=n=>it(n,e);t(l`<p class="status" role="status">Loading the match.</p>`);try{let n=await ps(),s=n?null:new zt,r=n??await s?.document();if(!r)throw new Error("there is no match in this page");let o=new nt(r);document.title=`${r.match.title}: ${r.match.id}`,it(l``,e);let a=new qt(e,o);s&&await ms(s,o,(i,c)=>a.update(i,c))}catch(n){t(l`<p class="status fault" role="alert">
        The match cannot be shown: ${we(n)}. Reload the page to try again.
      </p>`)}}var fs=document.getElementById("viewer");fs&&go(fs);})();
