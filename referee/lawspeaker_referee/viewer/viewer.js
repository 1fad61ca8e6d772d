"use strict";(()=>{var qt=globalThis,ye=e=>e,ht=qt.trustedTypes,be=ht?ht.createPolicy("lit-html",{createHTML:e=>e}):void 0,zt="$lit$",S=`lit$${Math.random().toFixed(9).slice(2)}$`,Ft="?"+S,is=`<${Ft}>`,D=document,et=()=>D.createComment(""),nt=e=>e===null||typeof e!="object"&&typeof e!="function",Ut=Array.isArray,Re=e=>Ut(e)||typeof e?.[Symbol.iterator]=="function",Gt=`[ 	
\f\r]`,tt=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,xe=/-->/g,we=/>/g,O=RegExp(`>|${Gt}(?:([^\\s"'>=/]+)(${Gt}*=${Gt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),ve=/'/g,ke=/"/g,Ae=/^(?:script|style|textarea|title)$/i,Kt=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),l=Kt(1),h=Kt(2),Xr=Kt(3),k=Symbol.for("lit-noChange"),p=Symbol.for("lit-nothing"),Te=new WeakMap,V=D.createTreeWalker(D,129);function Me(e,t){if(!Ut(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return be!==void 0?be.createHTML(t):t}var Se=(e,t)=>{let n=e.length-1,s=[],r,o=t===2?"<svg>":t===3?"<math>":"",a=tt;for(let i=0;i<n;i++){let c=e[i],d,u,m=-1,f=0;for(;f<c.length&&(a.lastIndex=f,u=a.exec(c),u!==null);)f=a.lastIndex,a===tt?u[1]==="!--"?a=xe:u[1]!==void 0?a=we:u[2]!==void 0?(Ae.test(u[2])&&(r=RegExp("</"+u[2],"g")),a=O):u[3]!==void 0&&(a=O):a===O?u[0]===">"?(a=r??tt,m=-1):u[1]===void 0?m=-2:(m=a.lastIndex-u[2].length,d=u[1],a=u[3]===void 0?O:u[3]==='"'?ke:ve):a===ke||a===ve?a=O:a===xe||a===we?a=tt:(a=O,r=void 0);let $=a===O&&e[i+1].startsWith("/>")?" ":"";o+=a===tt?c+is:m>=0?(s.push(d),c.slice(0,m)+zt+c.slice(m)+S+$):c+S+(m===-2?i:$)}return[Me(e,o+(e[n]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),s]},st=class e{constructor({strings:t,_$litType$:n},s){let r;this.parts=[];let o=0,a=0,i=t.length-1,c=this.parts,[d,u]=Se(t,n);if(this.el=e.createElement(d,s),V.currentNode=this.el.content,n===2||n===3){let m=this.el.content.firstChild;m.replaceWith(...m.childNodes)}for(;(r=V.nextNode())!==null&&c.length<i;){if(r.nodeType===1){if(r.hasAttributes())for(let m of r.getAttributeNames())if(m.endsWith(zt)){let f=u[a++],$=r.getAttribute(m).split(S),y=/([.?@])?(.*)/.exec(f);c.push({type:1,index:o,name:y[2],strings:$,ctor:y[1]==="."?$t:y[1]==="?"?gt:y[1]==="@"?yt:j}),r.removeAttribute(m)}else m.startsWith(S)&&(c.push({type:6,index:o}),r.removeAttribute(m));if(Ae.test(r.tagName)){let m=r.textContent.split(S),f=m.length-1;if(f>0){r.textContent=ht?ht.emptyScript:"";for(let $=0;$<f;$++)r.append(m[$],et()),V.nextNode(),c.push({type:2,index:++o});r.append(m[f],et())}}}else if(r.nodeType===8)if(r.data===Ft)c.push({type:2,index:o});else{let m=-1;for(;(m=r.data.indexOf(S,m+1))!==-1;)c.push({type:7,index:o}),m+=S.length-1}o++}}static createElement(t,n){let s=D.createElement("template");return s.innerHTML=t,s}};function I(e,t,n=e,s){if(t===k)return t;let r=s!==void 0?n._$Co?.[s]:n._$Cl,o=nt(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(e),r._$AT(e,n,s)),s!==void 0?(n._$Co??=[])[s]=r:n._$Cl=r),r!==void 0&&(t=I(e,r._$AS(e,t.values),r,s)),t}var ft=class{constructor(t,n){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:n},parts:s}=this._$AD,r=(t?.creationScope??D).importNode(n,!0);V.currentNode=r;let o=V.nextNode(),a=0,i=0,c=s[0];for(;c!==void 0;){if(a===c.index){let d;c.type===2?d=new F(o,o.nextSibling,this,t):c.type===1?d=new c.ctor(o,c.name,c.strings,this,t):c.type===6&&(d=new bt(o,this,t)),this._$AV.push(d),c=s[++i]}a!==c?.index&&(o=V.nextNode(),a++)}return V.currentNode=D,r}p(t){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(t,s,n),n+=s.strings.length-2):s._$AI(t[n])),n++}},F=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,n,s,r){this.type=2,this._$AH=p,this._$AN=void 0,this._$AA=t,this._$AB=n,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,n=this._$AM;return n!==void 0&&t?.nodeType===11&&(t=n.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,n=this){t=I(this,t,n),nt(t)?t===p||t==null||t===""?(this._$AH!==p&&this._$AR(),this._$AH=p):t!==this._$AH&&t!==k&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):Re(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==p&&nt(this._$AH)?this._$AA.nextSibling.data=t:this.T(D.createTextNode(t)),this._$AH=t}$(t){let{values:n,_$litType$:s}=t,r=typeof s=="number"?this._$AC(t):(s.el===void 0&&(s.el=st.createElement(Me(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(n);else{let o=new ft(r,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(t){let n=Te.get(t.strings);return n===void 0&&Te.set(t.strings,n=new st(t)),n}k(t){Ut(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,r=0;for(let o of t)r===n.length?n.push(s=new e(this.O(et()),this.O(et()),this,this.options)):s=n[r],s._$AI(o),r++;r<n.length&&(this._$AR(s&&s._$AB.nextSibling,r),n.length=r)}_$AR(t=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);t!==this._$AB;){let s=ye(t).nextSibling;ye(t).remove(),t=s}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},j=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,n,s,r,o){this.type=1,this._$AH=p,this._$AN=void 0,this.element=t,this.name=n,this._$AM=r,this.options=o,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=p}_$AI(t,n=this,s,r){let o=this.strings,a=!1;if(o===void 0)t=I(this,t,n,0),a=!nt(t)||t!==this._$AH&&t!==k,a&&(this._$AH=t);else{let i=t,c,d;for(t=o[0],c=0;c<o.length-1;c++)d=I(this,i[s+c],n,c),d===k&&(d=this._$AH[c]),a||=!nt(d)||d!==this._$AH[c],d===p?t=p:t!==p&&(t+=(d??"")+o[c+1]),this._$AH[c]=d}a&&!r&&this.j(t)}j(t){t===p?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},$t=class extends j{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===p?void 0:t}},gt=class extends j{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==p)}},yt=class extends j{constructor(t,n,s,r,o){super(t,n,s,r,o),this.type=5}_$AI(t,n=this){if((t=I(this,t,n,0)??p)===k)return;let s=this._$AH,r=t===p&&s!==p||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,o=t!==p&&(s===p||r);r&&this.element.removeEventListener(this.name,this,s),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},bt=class{constructor(t,n,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){I(this,t)}},_e={M:zt,P:S,A:Ft,C:1,L:Se,R:ft,D:Re,V:I,I:F,H:j,N:gt,U:yt,B:$t,F:bt},ls=qt.litHtmlPolyfillSupport;ls?.(st,F),(qt.litHtmlVersions??=[]).push("3.3.3");var rt=(e,t,n)=>{let s=n?.renderBefore??t,r=s._$litPart$;if(r===void 0){let o=n?.renderBefore??null;s._$litPart$=r=new F(t.insertBefore(et(),o),o,void 0,n??{})}return r._$AI(e),r};var H=[1,2,4,8];function Pe(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=Wt(t.get("step")),s=Wt(t.get("eye")),r=Wt(t.get("speed"));return{...n!==null&&n>=0&&{step:n},...s!==null&&{eye:s},...r!==null&&H.includes(r)&&{speed:r}}}function cs({step:e,eye:t,speed:n}){return`#${[e===void 0?"":`step=${e}`,t===void 0?"":`eye=${t}`,n===void 0||n===1?"":`speed=${n}`].filter(r=>r).join("&")}`}var xt=class{#s;#t=location.hash;#n=null;constructor(t,n=300){this.#s=n,addEventListener("hashchange",s=>{this.#e(),this.#t=new URL(s.newURL).hash,t(Pe(this.#t))})}get place(){return Pe(this.#t)}write(t){this.#e(),this.#n=setTimeout(()=>this.writeNow(t),this.#s)}writeNow(t){this.#e();let n=cs(t);location.hash!==this.#t||n===this.#t||(history.replaceState(null,"",n),this.#t=n)}#e(){this.#n!==null&&clearTimeout(this.#n),this.#n=null}};function Wt(e){return e!==null&&/^-?\d{1,9}$/.test(e)?Number(e):null}function U(e,t){try{return t()}catch(n){return console.error(n),l`<p class="fault" data-failed>The ${e} cannot be drawn: ${String(n)}</p>`}}function wt(e,t){if(!Ee(t))return t;if(Array.isArray(e)){let s=[...e];for(let[r,o]of Object.entries(t))s[Number(r)]=wt(s[Number(r)]??null,o);return s}if(!Ee(e))return t;let n={...e};for(let[s,r]of Object.entries(t))n[s]=wt(e[s]??null,r);return n}function Ee(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var ds={lowlands:h`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,hills:h`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,forest:h`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,swamp:h`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,mountain:h`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,lake:h`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`};function Zt(e){return ds[e]??p}var Ne=[h`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,h`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,h`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,h`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`];function ot(e,t,n){return h`<g class=${`cl-person cl-seat-${t}${n?" cl-weak":""}`}>
    ${Ne[e]??Ne[0]}</g>`}function vt(e,t,n){return l`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${ot(e,t,n)}
  </svg>`}var us=[h`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,h`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,h`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,h`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`];function Ce(e){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${us[e]??p}
  </svg>`}var ps={fence:h`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,stone_fence:h`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,wooden_house:h`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,stone_house:h`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`};function Qt(e){return ps[e]??p}var ms=[[],[[10,10]],[[5.5,5.5],[14.5,14.5]],[[5.5,5.5],[10,10],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[5.5,14.5],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[10,10],[5.5,14.5],[14.5,14.5]],[[5.5,5],[14.5,5],[5.5,10],[14.5,10],[5.5,15],[14.5,15]]];function Yt(e,t){return h`<g class=${`cl-die ${t}${e?"":" cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(ms[e]??[]).map(([n,s])=>h`<circle cx=${n} cy=${s} r="1.900" />`)}
  </g>`}function Jt(e,t){return l`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${e?`a ${e}`:"not rolled"}</title>
    ${Yt(e,t)}
  </svg>`}var B=20*Math.sqrt(3)/2,kt=14,Xt=[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]],Le=7;function De(e,t){return{x:Tt(1.5*20*e),y:Tt(2*B*(t+e/2))}}function te(e){let t=Math.PI/3*e;return{x:Tt(20*Math.cos(t)),y:Tt(20*Math.sin(t))}}var K=`M${Xt.map((e,t)=>$s(te(t))).join("L")}Z`,Oe=new WeakMap;function Ie(e){let t=Oe.get(e);return t||(t=hs(e),Oe.set(e,t)),t}function hs(e){let t=e.q.map((i,c)=>De(i,e.r[c]??0)),n=t.map(i=>i.x),s=t.map(i=>i.y),r=Math.floor(Math.min(...n)-20-kt),o=Math.floor(Math.min(...s)-B-kt),a=[];for(let i=0;i<e.settlements.length;i+=Le){let c=e.settlements.slice(i,i+Le);a.push({tiles:c,centre:t[c[0]??0]??{x:0,y:0},outline:fs(e,c)})}return{centres:t,settlements:a,left:r,top:o,width:Math.ceil(Math.max(...n)+20+kt-r),height:Math.ceil(Math.max(...s)+B+kt-o)}}function fs(e,t){let n=new Set(t.map(o=>`${e.q[o]??0},${e.r[o]??0}`)),s=new Map;for(let o of t){let[a,i]=[e.q[o]??0,e.r[o]??0],{x:c,y:d}=De(a,i);Xt.forEach(([u,m],f)=>{if(n.has(`${a+u},${i+m}`))return;let[$,y]=[te(f),te((f+1)%Xt.length)];s.set(Ve({x:c+$.x,y:d+$.y}),Ve({x:c+y.x,y:d+y.y}))})}let r=[];for(;s.size;){let o=[],[a]=s.keys();for(;a!==void 0;){let i=s.get(a);if(i===void 0)break;o.push(a),s.delete(a),a=i}r.push(`M${o.join("L")}Z`)}return r.join("")}function Ve({x:e,y:t}){return`${(Math.round(e*10)/10+0).toFixed(1)},${(Math.round(t*10)/10+0).toFixed(1)}`}function $s({x:e,y:t}){return`${e},${t}`}function Tt(e){return Math.round(e*100)/100}var je=["Reorganize","Hunt","Explore","Feast","Build","Idle Hands","Trade","Gifts","Pray"],ee=["Call for Kin","Festival of the Sun","Caravan","Festival of Lights"];function x(e,t){return e[t]?.name??"?"}function G(e,t){let n=t.flatMap((s,r)=>s?[`${s} ${x(e.resources,r).toLowerCase()}`]:[]);return ne(n)||"nothing"}function ne(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function v(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function W(e,t){let n=e[t]?.bot;return t<=-1?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function He(e,t){switch(t.kind){case 0:return v(t.first,"defender");case 1:return`${x(e.resources,t.first).toLowerCase()} for ${x(e.resources,t.second).toLowerCase()}`;default:return ee[t.first]??""}}var gs=12;function Ge(e){let t=new Map,n=[];for(let s of e.acts)if(!(s.seat<0))for(let r of Rt(s)){let o=s.prompt==="reorganize.to"?Be(e.before):-1;for(let a of ys(r))o>=0&&n.push({from:o,to:a,seat:s.seat}),t.set(a,s.seat);if(r.kind&&o>=0&&t.set(o,s.seat),r.raider||r.yield){let a=Be(e.before);a>=0&&t.set(a,s.seat)}}return{rings:t,arrows:n,link:bs(e),...xs(e)}}function Rt(e){return e.chosen??[]}function ys(e){if(e.settle){let{laborer:n,farmer:s,other_farmer:r}=e.settle;return[n,s,r]}let t=e.tile??e.heal??e.reorganize??e.idle_hands??e.pray_for_health??e.turn_die??e.reroll_die;return t?[t.tile]:[]}function Be(e){return e?.about?.tile??-1}function bs({view:e,before:t,acts:n,catalogue:s}){let r=n.flatMap(Rt).some(u=>u.accept),o=r?t?.offer:e.offer;if(!o)return null;let a=G(s,o.give),i=G(s,o.want),c=r?"accepted":o.refused?"refused":"asked";if(o.countered)return{from:o.partner,to:o.seat,text:`${i} for ${a}`,state:c};let d=o.want.some(u=>u)?`wants ${i}`:"bargains";return{from:o.seat,to:o.partner,text:o.complete?`${a} for ${i}`:d,state:c}}function xs({view:e,before:t}){let n=new Set,s=new Map,r=new Set;return t&&(e.map?.terrain.forEach((o,a)=>{o&&t.map?.terrain[a]===0&&n.add(a)}),n.size>gs&&n.clear(),e.players.forEach((o,a)=>{let i=t.players[a]?.people??[],c=new Map(o.people.map(u=>[u.tile,u])),d=new Map(i.map(u=>[u.tile,u]));for(let u of o.people)u.weakened&&d.get(u.tile)?.weakened===!1&&r.add(u.tile);if(!(o.people.length>=i.length))for(let u of i)c.has(u.tile)||s.set(u.tile,{kind:u.kind,seat:a})})),{revealed:n,lost:s,weakened:r}}function qe({view:e,catalogue:t}){return t.boards.find(n=>n.players===e.players.length)}function ze(e){let t=new Map,n=(s,r)=>{let o=t.get(s);return o||(o={seat:r,kind:-1,weakened:!1,structures:[],cards:[]},t.set(s,o)),o};for(let s of e){for(let r of s.people)Object.assign(n(r.tile,s.seat),{seat:s.seat,kind:r.kind,weakened:r.weakened});for(let r of s.structures)n(r.tile,s.seat).structures.push(r.building);for(let r of s.attached)n(r.tile,s.seat).cards.push(r.card)}return t}function Fe(e){return e.players.reduce((t,n)=>t+n.respect,0)}var Ke={seat:-1,kind:-1,weakened:!1,structures:[],cards:[]};function We(e){let t=qe(e);if(!t)return l`<p>This version of the viewer does not know the board.</p>`;let n=Ie(t),s=Ge(e),r=ze(e.view.players),o=e.view.map?.terrain??[],a=vs(e),i=new Map(e.view.players.filter(u=>u.home>=0).map(u=>[u.home,u.seat])),c=new Map;n.settlements.forEach((u,m)=>u.tiles.forEach(f=>c.set(f,i.get(m)??-1)));let d=u=>c.get(u)??-1;return l`<div class="cl cl-board">
    <svg
      class="cl-map"
      viewBox=${`${n.left} ${n.top} ${n.width} ${n.height}`}
      role="group"
    >
      <title>The map of ${n.centres.length} hexes</title>
      <g>
        ${n.centres.map((u,m)=>ks(e,m,u,a(m)?o[m]??0:-1,o[m]??0,r.get(m)??Ke,d(m)))}
      </g>
      <g>${n.settlements.map((u,m)=>As(n,m,i.get(m)))}</g>
      ${e.view.raid?h`<g>${e.view.raid.dice.map(u=>Rs(n,u))}</g>`:p}
      ${Ss(e,n,s)}
      <g>${[...i].map(([u,m])=>Ms(e,n,u,m))}</g>
      ${s.link?_s(e,n,s.link):p}
    </svg>
    ${Ps(e,t.raiders)} ${Es(e.catalogue)}
  </div>`}function vs({view:e,eye:t}){let n=e.map?.terrain??[],s=e.players.some(o=>o.home>=0&&o.people.length),r=t===-2&&!s&&n.filter(o=>o!==1).length<60;return o=>r?(n[o]??0)>1:(n[o]??0)>0}function ks(e,t,{x:n,y:s},r,o,a,i){let{catalogue:c}=e,d=r>0?c.terrains[r-1]:void 0,u=i>=0||a.kind>=0,m=e.eye===-2&&d&&i<0&&a===Ke,f=d?Zt(d.id):p;return h`<g class=${`cl-hex ${d?`cl-${d.id}`:"cl-fog"}${m?" cl-faint":""}`} transform=${`translate(${n} ${s})`}
    data-tile=${t} data-terrain=${o} data-person=${a.kind<0?"":a.kind}
    data-weakened=${a.weakened} data-person-seat=${a.kind<0?"":a.seat}
    data-structures=${a.structures.join(" ")} data-cards=${a.cards.join(" ")}
    role=${d?"img":"presentation"}>
    <title>${Ts(e,t,r,a)}</title>
    <path class="cl-land" d=${K} />
    <g class=${a.kind<0?"cl-glyph":"cl-glyph cl-small"}>${f}</g>
    ${u||d?h`<text class="cl-number" y=${-B+8.4}>${t}</text>`:p}
    ${a.structures.map($=>Qt(c.buildings[$]?.id??""))}
    ${a.cards.length?Ze(a.cards.length):p}
    ${a.kind<0?p:h`<g transform="translate(0 .8)">${ot(a.kind,a.seat,a.weakened)}</g>`}
    ${a.kind>=0&&a.seat!==i?Qe(a.seat,7,6.5,"cl-badge"):p}
  </g>`}function Ts({catalogue:e,seats:t},n,s,r){let o=[`Tile ${n}: ${s>0?x(e.terrains,s-1):"unrevealed"}`];if(r.kind>=0){let a=r.weakened?"weakened ":"";o.push(`${a}${x(e.kinds,r.kind)} of ${W(t,r.seat)}`)}return o.push(...r.structures.map(a=>x(e.buildings,a))),o.push(...r.cards.map(a=>`card ${x(e.cards,a)}`)),o.join(", ")}function Ze(e){return h`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${e>1?h`<text y="2.200">${e}</text>`:h`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`}
  </g>`}function Rs(e,{tile:t,pips:n,fate:s,seat:r}){let{x:o,y:a}=e.centres[t]??{x:0,y:0};return h`<g class=${`cl-tile-die cl-seat-${r} cl-fate-${s}`} data-die=${t}
    transform=${`translate(${o+6} ${a-13}) scale(.52)`}>${Yt(n,"cl-own-die")}</g>`}function Qe(e,t,n,s){return h`<g class=${`${s} cl-seat-${e}`} transform=${`translate(${t} ${n})`}>
    <circle r="7" /><text y="3.400">${e}</text></g>`}function As(e,t,n){let s=e.settlements[t]?.outline;return h`<g class=${`cl-settlement${n===void 0?"":` cl-seat-${n}`}`} data-home=${t}
    data-owner=${n??""}>
    <path class="cl-casing" d=${s} />
    <path class="cl-border" d=${s} />
  </g>`}function Ms({seats:e},t,n,s){let{x:r,y:o}=t.settlements[n]?.centre??{x:0,y:0};return h`<g><title>The settlement of ${W(e,s)}</title>
    ${Qe(s,r+20+1,o-2*B-2,"cl-tab")}</g>`}function Ss(e,t,n){let s=r=>t.centres[r]??{x:0,y:0};return h`<g class="cl-marks">
    ${[...n.revealed].map(r=>Ue(s(r),"cl-new","revealed",r))}
    ${[...n.weakened].map(r=>Ue(s(r),"cl-hurt","weakened",r))}
    ${[...n.lost].map(([r,{kind:o,seat:a}])=>h`<g class="cl-lost" data-lost=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <title>${x(e.catalogue.kinds,o)} of ${W(e.seats,a)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`)}
    ${[...n.rings].map(([r,o])=>h`<g class=${`cl-ring cl-seat-${o}`} data-ring=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <path class="cl-halo" d=${K} /><path d=${K} /></g>`)}
    ${n.arrows.map(({from:r,to:o})=>h`<g class="cl-arrow" data-from=${r} data-to=${o}>
        ${Ye(s(r),s(o),9)}</g>`)}
  </g>`}function Ue({x:e,y:t},n,s,r){return h`<path class=${n} data-mark=${`${s} ${r}`} transform=${`translate(${e} ${t})`} d=${K} />`}function Ye(e,t,n){let[s,r]=[t.x-e.x,t.y-e.y],o=Math.hypot(s,r)||1,a={x:(e.x+t.x)/2-r/6,y:(e.y+t.y)/2+s/6},[i,c]=[t.x-a.x,t.y-a.y],d=Math.hypot(i,c)||1,[u,m]=[i/d,c/d],f={x:t.x-u*n,y:t.y-m*n},$={x:e.x+s/o*n,y:e.y+r/o*n},y=g=>`${T(f.x-u*6-m*4*g)} ${T(f.y-m*6+u*4*g)}`,w=`M${T($.x)} ${T($.y)}Q${T(a.x)} ${T(a.y)} ${T(f.x)} ${T(f.y)}`,R=`M${y(1)}L${T(f.x)} ${T(f.y)}L${y(-1)}`;return h`<path class="cl-halo" d=${w+R} /><path d=${w+R} />`}function _s({view:e},t,{from:n,to:s,text:r,state:o}){let a=$=>t.settlements[e.players[$]?.home??-1]?.centre,[i,c]=[a(n),a(s)];if(!i||!c)return p;let d=o==="accepted"?`${r}: agreed`:o==="refused"?`${r}: no`:r,u=d.length*6.7+10,m=u/2+4,f={x:Math.min(Math.max((i.x+c.x)/2-(c.y-i.y)/12,t.left+m),t.left+t.width-m),y:(i.y+c.y)/2+(c.x-i.x)/12};return h`<g class=${`cl-marks cl-link cl-${o}`} data-link=${`${n} ${s}`}>
    ${Ye(i,c,2.8*B)}
    <g transform=${`translate(${T(f.x)} ${T(f.y)})`}>
      <rect x=${-u/2} y="-9" width=${u} height="18" rx="9" />
      <text y="3.600">${d}</text>
    </g>
  </g>`}function T(e){return e.toFixed(1)}function Ps({view:e},t){let n=t.length-1,s=v(t[e.counter]??0,"Raider");return l`<div class="cl-track">
    <span class="cl-track-name">Raiders</span>
    <ol
      aria-label=${`The Raiders' track: the counter is on space ${e.counter} of ${n}, ${s}`}
    >
      ${t.map((r,o)=>l`<li
            class=${`${o===e.counter?"cl-now":""}${o===n?" cl-top":""}`}
            title=${`Space ${o}${o===n?", the top, where a raid begins":""}: ${v(r,"Raider")}`}
            data-space=${o}
          >
            ${r}
          </li>`)}
    </ol>
  </div>`}function Es(e){return l`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.kinds.map((t,n)=>it(ot(n,-1,!1),t.name))}
      ${it(ot(0,-1,!0),"Weakened")}
      ${e.buildings.filter(t=>t.site!=="settlement").map(t=>it(h`<g transform=${t.site==="home"?"translate(20 -1) scale(1.6)":"translate(0 -14.4) scale(1.2)"}>${Qt(t.id)}</g>`,t.name))}
      ${it(h`<g transform="translate(-23 12) scale(2)">${Ze(1)}</g>`,"Tales card on a tile")}
      ${e.terrains.map(t=>it(h`<g class=${`cl-hex cl-${t.id}`} transform="scale(.6)"><path class="cl-land" d=${K} />
            <g class="cl-glyph">${Zt(t.id)}</g></g>`,`${t.name}: food ${t.food.join(" ")}${t.wood?`, ${t.wood} wood`:""}${t.stone?`, ${t.stone} stone`:""}`))}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`}function it(e,t){return l`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${e}</svg>${t}
  </li>`}var Ns=["food","wood","stone","goods"];function Je(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
    class=${`cl cl-box cl-seat-${t}`}
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
      ${Ns.map((i,c)=>l`<li title=${x(r.resources,c)}>
            ${Ce(c)}<b>${o[i]}</b>${Xe(o[i],a?.[i])}
          </li>`)}
    </ul>
    <ul class="cl-facts">
      ${At("Respect",o.respect,a?.respect)}
      ${At("Blessings",o.blessings,a?.blessings)}
      ${At("Actions",o.actions,a?.actions)}
      ${At("Specials",o.specials,a?.specials)}
    </ul>
    ${Cs(e,o)} ${Ls(e,o)} ${Os(e,o)} ${Vs(o)}
    ${Ds(o)}
  </div>`}function Xe(e,t){return t===void 0||e===t?p:e>t?l`<i class="cl-more">+${e-t}</i>`:l`<i class="cl-less">−${t-e}</i>`}function At(e,t,n){return l`<li class=${t?"":"cl-none"}>
    ${e} <b>${t}</b>${Xe(t,n)}
  </li>`}function Cs({catalogue:e},t){let n=e.kinds.flatMap((s,r)=>[!1,!0].map(o=>({kind:r,weakened:o,name:`${o?"weakened ":""}${s.name}`,number:t.people.filter(a=>a.kind===r&&a.weakened===o).length})));return l`<ul class="cl-people">
    ${n.filter(s=>s.number).map(s=>l`<li title=${v(s.number,s.name,`${s.name}s`)}>
            ${vt(s.kind,t.seat,s.weakened)}<b>${s.number}</b>
          </li>`)}
    ${t.called.length?l`<li class="cl-called">
            Kin in Summer: ${t.called.map(s=>x(e.kinds,s)).join(", ")}
          </li>`:p}
  </ul>`}function Ls({catalogue:e},t){return t.hand_size?t.hand.length?l`<ul class="cl-cards">
    ${t.hand.map(n=>l`<li class="cl-face" title=${e.cards[n]?.text??""}>
          ${x(e.cards,n)}
        </li>`)}
  </ul>`:l`<ul class="cl-cards cl-backs" title=${v(t.hand_size,"Tales card")}>
      ${Array.from({length:Math.min(t.hand_size,8)},()=>l`<li class="cl-back"></li>`)}
      <li class="cl-word">${v(t.hand_size,"card")}</li>
    </ul>`:p}function Os({catalogue:e},t){let n=t.built.flatMap((s,r)=>{let o=e.buildings[r];return s&&o?[{number:s,info:o}]:[]});return n.length?l`<ul class="cl-buildings">
    ${n.map(({number:s,info:r})=>l`<li title=${r.text}>${r.name}${s>1?` ×${s}`:""}</li>`)}
  </ul>`:p}function Vs(e){let t=[...e.passed?["has passed"]:[],...e.ignores_event?["ignores the event"]:[],...e.tempo?[`${v(e.tempo,"action")} more this turn`]:[],...e.idle.length?[`idle hands on ${e.idle.map(n=>`tile ${n}`).join(", ")}`]:[]];return t.length?l`<p class="cl-states">${t.join(", ")}</p>`:p}function Ds(e){return l`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${je.map((t,n)=>l`<li class=${e.used[n]?"cl-used":""}>
            ${t} <b>${e.used[n]??0} of ${e.allowed[n]??0}</b>
          </li>`)}
      ${ee.map((t,n)=>e.taken[n]?l`<li class="cl-used">${t} <b>this year</b></li>`:p)}
    </ul>
  </details>`}var tn=[{sign:"",text:""},{sign:"✓",text:"beats its Raider"},{sign:"=",text:"does not beat its Raider, unhurt"},{sign:"✗",text:"does not beat its Raider, weakened"}];function en(e,t){let n=t.dice.filter(s=>s.raider<0);return l`<section
    class="cl-raid"
    data-raiders=${t.raiders.join(" ")}
    data-opened=${t.opened}
    data-dice=${t.dice.map(Is).join(" ")}
    data-defeated=${t.defeated.join(" ")}
    data-committed=${t.committed.join(" ")}
  >
    <h3>
      Raid:
      ${v(t.raiders.length,"Raider")}${t.defeated.length?l`, ${t.defeated.length} defeated`:p}
    </h3>
    ${t.opened?p:js(e)}
    <ol class="cl-fights">
      ${t.raiders.map((s,r)=>Hs(e,t,r,s))}
    </ol>
    ${t.opened&&!t.dice.length?l`<p>Nobody defends.</p>`:n.length?l`<div class="cl-waiting">
              <span>Not placed yet:</span> ${n.map(s=>nn(e,t,s))}
            </div>`:p}
    ${Bs(e,t)}
  </section>`}function Is({seat:e,tile:t,raider:n,pips:s,fate:r}){return[e,t,n,s,r].join(":")}function js({asked:e}){let t=e.filter(n=>n.prompt==="raid.commit").map(n=>n.seat);return l`<p class="cl-sealed">
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${t.length?l`; ${v(t.length,"seat")} asked`:p}.
  </p>`}function Hs(e,t,n,s){let r=t.defeated.includes(n),o=t.dice.filter(a=>a.raider===n);return l`<li class=${r?"cl-beaten":""}>
    <span class="cl-raider" title=${`Raider ${n}${r?", defeated":""}`}>
      <span class="cl-word">${n}</span>${Jt(s,"cl-raider-die")}
    </span>
    ${o.map(a=>nn(e,t,a))}
  </li>`}function nn({seats:e},t,n){let s=tn[n.fate]??tn[0],r=t.valor.includes(n.tile),o=[n.warrior?"a Warrior, 1 more than the die shows":"",r?"set by a card":"",s.text].filter(Boolean);return l`<span
    class=${`cl-defender cl-seat-${n.seat} cl-fate-${n.fate}`}
    title=${[`Tile ${n.tile} of ${W(e,n.seat)}`,...o].join(", ")}
  >
    <span class="cl-seat-number">${n.seat}</span>${Jt(n.pips,"cl-own-die")}${n.warrior?l`<span class="cl-plus">+1</span>`:p}<span class="cl-word">#${n.tile}</span
    >${s.sign?l`<b class="cl-sign">${s.sign}</b>`:p}
  </span>`}function Bs(e,t){let n=(r,o)=>r.flatMap((a,i)=>a?[`seat ${i}: ${a} ${o}`]:[]),s=[...n(t.own_rerolls,"own"),...n(t.raider_rerolls,"of a Raider")];return s.length?l`<p>Rerolls left: ${ne(s)}.</p>`:p}var Gs=["event","raiders","arrivals","actions","harvest","restore","feed","winter"];function sn(e){let{view:t}=e;return l`<div
    class="cl cl-table"
    data-year=${t.year}
    data-season=${t.season}
    data-phase=${t.phase}
    data-gate=${t.gate}
    data-event=${t.event}
    data-counter=${t.counter}
    data-tales=${t.tales_left}
  >
    ${qs(e)} ${zs(e)} ${t.raid?en(e,t.raid):p}
    ${t.offer?Ws(e,t.offer):p} ${Fs(e)} ${Us(e)}
    ${Ks(e)} ${Zs(e)}
  </div>`}function qs({view:e,catalogue:t}){let n=e.phase==="over";return l`<section class="cl-calendar">
    <h3>${e.year?`Year ${e.year} of ${e.years}`:"Setup"}</h3>
    <ol class="cl-seasons" aria-label="Seasons">
      ${t.seasons.map((s,r)=>l`<li
            class=${`cl-season-${r}${e.year&&!n&&r===e.season?" cl-now":""}`}
            aria-current=${e.year&&r===e.season?"step":"false"}
          >
            ${s.name}
          </li>`)}
    </ol>
    <ol class="cl-phases" aria-label="Phases of the season">
      ${Gs.filter(s=>s!=="winter"||e.season===3).map(s=>l`<li
            class=${s===e.phase?"cl-now":""}
            aria-current=${s===e.phase?"step":"false"}
          >
            ${s}
          </li>`)}
      ${n?l`<li class="cl-now">over</li>`:p}
    </ol>
  </section>`}function zs({view:e}){let t=Fe(e),n=Math.max(e.gate,t,1),s=0,r=e.players.map(a=>{let i=Math.max(a.respect,0)/n*300,c={seat:a.seat,respect:a.respect,x:s,width:i};return s+=i,c}),o=e.gate/n*300;return l`<section class="cl-gate">
    <h3>The gate <b>${t} of ${e.gate} Respect</b></h3>
    <svg viewBox="-1 0 302 14" preserveAspectRatio="none" role="img">
      <title>All together have ${t} Respect; the clan needs ${e.gate}</title>
      <rect class="cl-trough" x="0" y="2" width="300" height="10" rx="2" />
      ${r.map(({seat:a,x:i,width:c,respect:d})=>l`<svg
            x=${i}
            y="2"
            width=${Math.max(c-1,0)}
            height="10"
            class=${`cl-seat-${a}`}
          >
            <title>Seat ${a}: ${d}</title>
            <rect class="cl-part" width="100%" height="10" />
          </svg>`)}
      <rect class="cl-gate-mark" x=${o-1} y="0" width="2" height="14" />
    </svg>
  </section>`}function Fs({view:e,catalogue:t}){let n=t.events[e.event],s=e.past_events.map(o=>x(t.events,o)),r=t.events[e.next_event];return l`<section class="cl-event">
    <h3>Event</h3>
    ${n?l`<p class="cl-card-line"><b>${n.name}</b> ${n.text}</p>`:l`<p class="cl-quiet">None yet.</p>`}
    ${r?l`<p class="cl-card-line cl-foreseen"><b>Foreseen: ${r.name}</b> ${r.text}</p>`:p}
    ${s.length?l`<details>
            <summary>${v(s.length,"event")} so far</summary>
            <ol>
              ${s.map(o=>l`<li>${o}</li>`)}
            </ol>
          </details>`:p}
  </section>`}function Us({view:e,catalogue:t}){return e.batch.length?l`<section>
    <h3>Migrants to choose from</h3>
    <p class="cl-people">
      ${e.batch.map(n=>l`<span title=${x(t.kinds,n)}>${vt(n,-1,!1)}</span>`)}
    </p>
  </section>`:p}function Ks({view:e,catalogue:t}){return e.promises.length?l`<section class="cl-promises">
    <h3>Promises</h3>
    <ul>
      ${e.promises.map(n=>l`<li data-promise=${`${n.seat} ${n.kind} ${n.first} ${n.second}`}>
            Seat ${n.seat} promises ${He(t,n)}.
          </li>`)}
    </ul>
  </section>`:p}function Ws({catalogue:e},t){let{seat:n,partner:s}=t,[r,o]=[G(e,t.give),G(e,t.want)],a=t.complete?t.countered?`Seat ${s} answers seat ${n} with another offer: ${o} for ${r}.`:`Seat ${n} offers seat ${s}: ${r} for ${o}.`:t.want.some(c=>c)?`Seat ${n} asks seat ${s} for ${o}, and names what it gives.`:`Seat ${n} names what it wants of seat ${s}.`,i=t.named.some(c=>c)?` Seat ${s} now wants ${G(e,t.named)}.`:"";return l`<section
    class=${`cl-offer${t.refused?" cl-refused":""}`}
    data-offer-seat=${n}
    data-offer-partner=${s}
    data-give=${t.give.join(" ")}
    data-want=${t.want.join(" ")}
    data-refused=${t.refused}
  >
    <h3>Bargain</h3>
    <p>${a}${i}${t.refused?l` <b>Refused.</b>`:p}</p>
    <p class="cl-quiet">${v(t.proposals,"more offer")} may follow.</p>
  </section>`}function Zs({view:e,catalogue:t}){let n=new Map;for(let s of e.discard)n.set(s,(n.get(s)??0)+1);return l`<section class="cl-deck">
    <h3>Tales cards</h3>
    <p>${e.tales_left} in the deck, ${e.discard.length} discarded.</p>
    ${n.size?l`<details>
            <summary>Discarded cards</summary>
            <ul>
              ${[...n].sort(([s],[r])=>s-r).map(([s,r])=>l`<li title=${t.cards[s]?.text??""}>
                      ${x(t.cards,s)}${r>1?` ×${r}`:""}
                    </li>`)}
            </ul>
          </details>`:p}
  </section>`}var Qs={board:We,seat:Je,table:sn,score:({view:e},t)=>{let n=e.players[t];return n?`${n.respect} / ${Math.round(e.gate/e.players.length)}`:""},title:({view:e},t)=>e.start===t&&e.year?"Start token":"",weight:({view:e,before:t,acts:n})=>{let s=n.map(o=>o.prompt);return s.includes("event.draw")?2:s.some(o=>o.startsWith("raid."))?s.includes("raid.commit")||t?.raid&&!e.raid?3:s.some(o=>o==="raid.die"||o==="raid.raider")?1:1.5:n.every(o=>o.seat<0)?.4:s.some(o=>o.startsWith("trade."))?1.3:n.every(o=>Rt(o).every(a=>a.pass))?.4:1},event:({view:e,before:t})=>t?e.phase==="over"&&t.phase!=="over"?"end":e.raid&&!t.raid?"raid":e.year!==t.year?`year ${e.year}`:e.season!==t.season&&e.season===3?"winter":"":""},rn=Qs;var mn=[[1,0],[1,1],[0,1],[0,0]],on=.24,an=.36,Ys=.06,se=.3,ln=[.22,.14],cn=.12,Js=.17;function ie(e,t){let n=dn.get(e);return n||dn.set(e,n=[]),n[t]??=tr(e,t)}var dn=new WeakMap;function Xs(e,t){let n=e.areas[t];if(!n)return 0;let{food:s,wood:r,lore:o,small:a,carved:i,large:c,lairs:d}=n;return s+r+o+a+i+c+d}function un([e,t],n){let s=!1;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0];o>t!=c>t&&e<(i-r)*(t-o)/(c-o)+r&&(s=!s)}),s}function tr(e,t){let n=([i,c])=>t===0?[i,c]:t===1?[1-c,i]:t===2?[1-i,1-c]:[c,1-i],s=new ae(e),r=s.trace(),o=r.polygons.map(i=>i.map(n)),a=o.map((i,c)=>{let d=s.enclosed.find(m=>m!==c),u=d===void 0||s.enclosed.includes(c)?void 0:o[d];return nr(i,1+Xs(e,c),u)});return{polygons:o,lines:r.lines.map(i=>({...i,points:i.points.map(n)})),places:a}}var ae=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((n,s)=>s).filter(n=>!t.sides.includes(n));for(let{first:n,second:s,kind:r}of t.borders)this.kinds.set(re(n,s),r)}trace(){let t=[0,1,2,3].filter(n=>this.side(n)!==this.side(n+1));t.length===0?this.polygons[this.side(0)]=[...mn]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let n of this.enclosed)this.polygons[n]=oe(),t.length===0&&this.line(this.side(0),n,[...oe(),...oe().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,n,s){let r=this.kinds.get(re(t,n));r!==void 0&&this.lines.push({first:Math.min(t,n),second:Math.max(t,n),kind:r,points:s})}aroundCore(t){let n=s=>le((b(s)[0]-.5)*Math.SQRT2,(b(s)[1]-.5)*Math.SQRT2);t.forEach((s,r)=>{let o=t[(r+1)%t.length]??s,a=this.side(s+1),i=er(n(s),(o-s+4)%4||4);this.polygons[a]=[...Mt(s,o),...i.reverse()],this.line(this.side(s),a,[b(s),n(s)]);for(let c of this.enclosed)this.line(a,c,i)})}oneLine([t=0,n=0]){let s=(n-t+4)%4===1?an:(t-n+4)%4===1?-an:Ys,r=St(b(t),b(n),s),[o,a]=[this.side(t+1),this.side(n+1)];this.line(o,a,r),this.polygons[o]=[...Mt(t,n),...r.slice(1,-1).reverse()],this.polygons[a]=[...Mt(n,t),...r.slice(1,-1)]}joint(t){let n=[0,1,2,3].find(o=>!t.includes(o))??0,s=b(n+2),r=[.5+cn*(s[0]-.5),.5+cn*(s[1]-.5)];t.forEach((o,a)=>{let i=this.side(o+1);this.polygons[i]=[...Mt(o,t[(a+1)%3]??o),r],this.line(this.side(o),i,[b(o),r])})}band(){let t=this.side(1)===this.side(3),[n,s]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,a]of[n,s]){let i=St(b(o),b(a),se);this.line(this.side(a),r,i),this.polygons[this.side(a)]=[...i].reverse()}this.polygons[r]=[...St(b(n[0]),b(n[1]),se),...St(b(s[0]),b(s[1]),se)]}twoJoints(){let t=this.kinds.has(re(this.side(3),this.side(1))),n=Js,[s,r]=t?[[.5,.5-n],[.5,.5+n]]:[[.5-n,.5],[.5+n,.5]],o=t?[s,r,r,s]:[r,r,s,s];for(let a=0;a<4;a+=1){let i=(a+1)%4,[c,d]=[o[a]??s,o[i]??s];this.polygons[this.side(i)]=[b(a),b(i),...c===d?[c]:[d,c]],this.line(this.side(a),this.side(i),[b(a),c])}t?this.line(this.side(3),this.side(1),[s,r]):this.line(this.side(0),this.side(2),[s,r])}};function re(e,t){return`${Math.min(e,t)} ${Math.max(e,t)}`}function b(e){return mn[e%4]??[0,0]}function Mt(e,t){let n=[b(e)];for(let s=e+1;;s+=1)if(n.push(b(s)),s%4===t%4)return n}function St([e,t],[n,s],r,o=10){let[a,i]=[n-e,s-t];return Array.from({length:o+1},(c,d)=>{let u=d/o,m=r*Math.sin(Math.PI*u);return[e+a*u-i*m,t+i*u+a*m]})}function le(e,t){return[.5+on*e,.5+on*t]}function oe(){return Array.from({length:24},(e,t)=>le(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function er([e,t],n){let s=Math.atan2(t-.5,e-.5),r=n*6;return Array.from({length:r+1},(o,a)=>{let i=s+Math.PI/2*n*a/r;return le(Math.cos(i),Math.sin(i))})}function nr(e,t,n){let r=[];for(let a=1;a<40;a+=1)for(let i=1;i<40;i+=1){let c=[a/40,i/40];!un(c,e)||n&&un(c,n)||r.push({at:c,gap:Math.min(pn(c,e),n?pn(c,n):1)})}let o=[];for(;o.length<t&&r.length;){let a=r[0],i=-1;for(let c of r){let d=Math.min(c.gap*1.1,...o.map((u,m)=>sr(c.at,u,m===0)));d>i&&([a,i]=[c,d])}a&&o.push(a.at)}return o}function sr([e,t],[n,s],r){let[o,a]=[Math.abs(e-n),Math.abs(t-s)];return r?.04+Math.hypot(Math.max(0,o-ln[0]),Math.max(0,a-ln[1]))+Math.hypot(o,a)/20:Math.hypot(o,a)}function pn([e,t],n){let s=9;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0],[d,u]=[i-r,c-o],m=d*d+u*u,f=m?Math.max(0,Math.min(1,((e-r)*d+(t-o)*u)/m)):0;s=Math.min(s,Math.hypot(e-r-f*d,t-o-f*u))}),s}var hn=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"],ce=[["?","not rolled yet"],["2","2 points"],["3","3 points"],["1 / ×","1 point or 1 casualty"],["2 ×","2 points and 1 casualty"],["× ×","2 casualties"],["1 ×","1 point and 1 casualty"]],rr={0:"Scorched Earth",1:"High Tide"};function de(e){return rr[e]??`Ancestral Equipment ${e-10}`}function fn(e,t){return e.cards[t]?.name??`card ${t}`}function $n(e,t){return e.clans[t]?.name??""}function Q(e,t){return e.buildings[t]?.name??`building ${t}`}function lt(e,t){return e.figures[t]?.name??`figure ${t}`}function _(e,t){return`${e} ${t}${e===1?"":"s"}`}function yn({acts:e,view:t}){let n=new Set,s=[];for(let r of e)for(let o of r.chosen??[])for(let[a,i]of Object.entries(o)){a==="move"&&s.push({from:ue(i.source),to:ue(i.target),units:ue(i.units),seat:r.seat});let c=i.territory;typeof c=="number"&&n.add(gn(c,t)),a==="place_tile"&&or(t).forEach(d=>n.add(d))}return t.combat&&n.add(gn(t.combat.territory,t)),{territories:n,moves:s}}function bn(e,t){return e.moves.map(({from:n,to:s,units:r,seat:o})=>{let[a,i]=[t(n),t(s)];if(!a||!i)return h``;let[c,d]=[i[0]-a[0],i[1]-a[1]],u=Math.hypot(c,d)||1,[m,f]=[c/u,d/u],[$,y]=[a[0]+m*21,a[1]+f*13],[w,R]=[i[0]-m*26,i[1]-f*18],g=`${w+m*8},${R+f*8} ${w-f*6},${R+m*6} ${w+f*6},${R-m*6}`;return h`<g class="ng-move seat-${o}" data-from=${n} data-to=${s}><title>${_(r,"unit")} from ${n} to ${s}</title>
      <line x1=${$} y1=${y} x2=${w} y2=${R} /><polygon points=${g} /></g>`})}function gn(e,t){return t.layout?.area_territory[e]??e}function or(e){return(e.layout?.area_territory??[]).slice(-1)}function ue(e){return typeof e=="number"?e:0}var xn={food:h`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:h`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:h`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:h`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:h`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:h`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:h`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},_t={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},ar=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function pe(e,t,n){return h`<g class="ng-glyph ${e}" transform="translate(${t} ${n})"><title>${_t[e]}</title>${xn[e]}</g>`}function Pt(e,t,n,s,r){let o=t?8:6.6;return h`<g class="ng-building" transform="translate(${s} ${r})"><title>${n}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${ar[e]??"?"}</text></g>`}function Et(e,t){return l`<span class="ng-amount" title="${t} ${_t[e]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${h`<g class="ng-glyph ${e}">${xn[e]}</g>`}</svg
    >${t}<span class="ng-sr"> ${_t[e]}</span></span
  >`}var wn=["food","wood","lore","lair","small","carved","large"];function vn(e){return _t[e]}var M=100,ir=["","regular","rough","impassable"],kn=["small","carved","large"];function Rn(e){let{view:t,catalogue:n}=e,{layout:s,board:r}=t;if(!s||!r)return l`${p}`;let o=lr(e,s),a=new Map(s.territory.map((d,u)=>[d,r.owner[u]??-1])),i=new Set(s.territory.filter((d,u)=>s.open_sides[u]===0)),c=yn(e);return l`<svg
      class="northgard"
      viewBox=${cr(s)}
      role="img"
      aria-label="Map of ${s.tile.length} tiles"
    >
      ${o.map((d,u)=>{let m=a.get(d.territory)??-1,f=`${m<0?"free":`of-${m}`} ${i.has(d.territory)?"closed":"open"}`;return h`<polygon class="ng-area ${f} ${c.territories.has(d.territory)?"marked":""}"
          points=${d.polygon} data-area=${u} data-of=${d.territory} />`})}
      ${dr(e,s)} ${pr(e,r,o)}
      ${s.territory.map((d,u)=>mr(e,t,r,d,u,o[d]))}
      ${bn(c,d=>o[d]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${wn.map(d=>l`<li><svg viewBox="-8 -8 16 16">${pe(d,0,0)}</svg>${vn(d)}</li>`)}
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
        ${n.buildings.map((d,u)=>l`<li><svg viewBox="-10 -11 20 20">${Pt(u,d.large,d.name,0,0)}</svg>${d.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function lr({catalogue:e},t){let n=[];return t.tile.forEach((s,r)=>{let o=e.tiles[s];if(!o)return;let a=ie(o,t.rotation[r]??0),i=An(t,r);o.areas.forEach((c,d)=>{n.push({printed:c,polygon:me((a.polygons[d]??[]).map(i)),places:(a.places[d]??[]).map(i),territory:t.area_territory[n.length]??0})})}),n}function An(e,t){let[n,s]=[e.x[t]??0,e.y[t]??0];return([r,o])=>[Tn((n+r)*M),Tn((o-s)*M)]}function Tn(e){return Math.round(e*10)/10}function me(e){return e.map(([t,n])=>`${t},${n}`).join(" ")}function cr(e){let[t,n]=[Math.min(...e.x),Math.max(...e.x)+1],[s,r]=[Math.min(...e.y.map(u=>-u)),Math.max(...e.y.map(u=>-u))+1],o=Math.max(5,n-t),a=Math.max(3,r-s),[i,c]=[(t+n-o)/2,(s+r-a)/2],d=8;return[i*M-d,c*M-d,o*M+2*d,a*M+2*d].join(" ")}function dr({catalogue:e},t){let n=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),s=0;return t.tile.map((r,o)=>{let a=e.tiles[r];if(!a)return h``;let i=s;s+=a.areas.length;let c=An(t,o),[d,u]=[t.x[o]??0,t.y[o]??0],m=ie(a,t.rotation[o]??0).lines.map($=>{let y=t.area_territory[i+$.first]===t.area_territory[i+$.second];return h`<polyline class="ng-border ${y?"inner":ir[$.kind]??""}" points=${me($.points.map(c))} />`}),f=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,y],w)=>n.has(`${d+$} ${u+y}`)?p:h`<polyline class="ng-open-side" points=${me(ur[w]?.map(c)??[])} />`);return h`<rect class="ng-tile" x=${d*M} y=${-u*M} width=${M} height=${M} />${m}${f}`})}var ur=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function pr({view:e,catalogue:t},n,s){let r=new Map,o=(a,i,c)=>{let d=`${a} ${i}`;r.set(d,[...r.get(d)??[],h`${c(0,0)}`])};n.building.forEach((a,i)=>{let c=t.buildings[a],[d,u]=[n.building_territory[i]??0,n.building_space[i]??3];u<3&&o(d,u,(m,f)=>Pt(a,c?.large??!1,Q(t,a),m,f))});for(let{token:a,territory:i,space:c}of e.tokens)i>=0&&c<3&&o(i,c,(d,u)=>h`<g class="ng-token" transform="translate(${d} ${u})"><title>${de(a)}</title>
        <circle r="6" /><text y="2.6">${a>10?a-10:"!"}</text></g>`);return s.map(({printed:a,places:i,territory:c})=>{let d=[...ct("food",a.food),...ct("wood",a.wood),...ct("lore",a.lore),...ct("lair",a.lairs),...kn.flatMap(u=>ct(u,a[u]))];return h`${d.map((u,m)=>{let[f,$]=i[m+1]??[0,0],y=r.get(`${c} ${kn.findIndex(w=>w===u)}`)?.shift();return y?h`<g transform="translate(${f} ${$})">${y}</g>`:pe(u,f,$)})}`})}function ct(e,t){return Array.from({length:t},()=>e)}function mr({catalogue:e,seats:t},n,s,r,o,a){let[i,c]=a?.places[0]??[0,0],d=s.owner[o]??-1,u=s.units[o]??0,m=n.figures.filter(g=>g.territory===r),f=s.building.filter((g,A)=>s.building_territory[A]===r),$=s.building.filter((g,A)=>s.building_territory[A]===r&&s.building_space[A]===3),y=n.tokens.filter(g=>g.territory===r&&g.space===3),w=d<0?"neutral":`seat ${d}, ${t[d]?.bot??""}`,R=[...m.map(g=>lt(e,g.figure)),...f.map(g=>Q(e,g))];return h`<g class="ng-marker ${d<0?"free":`seat-${d}`}" transform="translate(${i} ${c})"
    data-territory=${r} data-owner=${d} data-units=${u} data-buildings=${f.join(" ")}
    data-figures=${m.map(g=>g.figure).join(" ")}
    data-tokens=${n.tokens.filter(g=>g.territory===r).map(g=>g.token).join(" ")}
    data-small=${s.small[o]??0} data-carved=${s.carved[o]??0} data-large=${s.large[o]??0}>
    <title>Territory ${r}: ${w}, ${_(u,"unit")}${R.length?`, ${R.join(", ")}`:""}</title>
    ${d<0?p:h`<rect class="ng-pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="ng-seat-number" cx="-10.5" r="6.8" />
          <text class="ng-seat-text" x="-10.5" y="3.4">${d}</text>
          <path class="ng-pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="ng-units" x="12" y="4.8">${u}</text>`}
    ${m.map((g,A)=>h`<g class="ng-figure seat-${g.seat}" transform="translate(${25+13*A} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${lt(e,g.figure).charAt(0)}</text></g>`)}
    ${$.map((g,A)=>h`<g transform="translate(${-27-14*A} 0)">${Pt(g,!1,Q(e,g),0,0)}</g>`)}
    ${y.map((g,A)=>h`<g class="ng-token" transform="translate(${-22-13*A} 14)"><title>${de(g.token)}</title>
      <circle r="6" /><text y="2.6">${g.token>10?g.token-10:"!"}</text></g>`)}
    <text class="ng-id" y="${d<0?2.5:17}">${r}</text></g>`}function Mn(e,t){let n=e.view.players[t];if(!n)return l`${p}`;let{catalogue:s,view:r,teams:o}=e,a=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",n.passed?"has passed":"",n.awakened?"Kaija is awake":"",n.conqueror?"ignores Towers and Fortresses":"",n.away?`${_(n.away,"unit")} on a Pyre`:""].filter(i=>i);return l`<div
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
      ${Et("food",n.food)} ${Et("wood",n.wood)} ${Et("lore",n.lore)}
      <span>${n.reserve} in reserve</span>
    </p>
    ${a.length?l`<p class="ng-states">${a.join(" · ")}</p>`:p}
    <dl class="ng-zones">
      ${hr(s,n)} ${P("Active",s,n.active)}
      ${n.top.length?P("On top",s,n.top):p}
      ${n.drawn.length?P("Drawn",s,n.drawn):p}
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
  </div>`}function hr(e,t){return t.hand.length?P("Hand",e,t.hand):t.hand_size?l`<div>
    <dt>Hand</dt>
    <dd>
      <span class="ng-backs" aria-hidden="true"
        >${Array.from({length:t.hand_size},()=>l`<i></i>`)}</span
      >
      <span data-hidden>${t.hand_size} hidden</span>
    </dd>
  </div>`:l`${p}`}function P(e,t,n){return n.length?l`<div>
    <dt>${e}</dt>
    <dd>${Nt(t,n)}</dd>
  </div>`:p}function Nt(e,t){let n=new Map;for(let s of t)n.set(s,(n.get(s)??0)+1);return[...n].map(([s,r])=>l`<span
        class="ng-card ${e.cards[s]?.set??""}"
        title=${e.cards[s]?.text??""}
        >${fn(e,s)}${r>1?` ×${r}`:""}</span
      > `)}function Sn(e){let{view:t,catalogue:n}=e;return l`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?fr(e,t.combat):p}
    ${t.battles.map(s=>l`<p>
          Combat to come: seat ${s.attacker} with
          ${_(s.units,"unit")}${s.kaija?" and Kaija":""}${s.figures.map(r=>` and ${lt(n,r)}`).join("")}
          against ${s.defender<0?"nobody":`seat ${s.defender}`} in territory
          ${s.territory}
        </p>`)}
    ${$r(e)} ${gr(e)}
    <dl class="ng-zones">
      ${t.display.length?l`<div>
              <dt>Display</dt>
              <dd>${Nt(n,t.display)}</dd>
            </div>`:p}
      ${t.achievements.length?l`<div>
              <dt>Achievements</dt>
              <dd>${Nt(n,t.achievements)}</dd>
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
          ${t.stock.map((s,r)=>l`<span class="ng-card">${Q(n,r)} ${s}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?l`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(s=>s).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:p}
    </dl>
  </div>`}function fr({seats:e},t){let n=(s,r,o,a,i,c)=>{let[d,u]=ce[i]??ce[0];return l`<tr class="seat-${r}">
      <th scope="row">
        <span class="ng-mark">${r<0?"–":r}</span> ${s}
        ${e[r]?.bot??"nobody"}
      </th>
      <td>${o}</td>
      <td>${a}</td>
      <td title=${u}>
        <svg class="ng-die" viewBox="0 0 40 26" aria-label=${u}>
          ${h`<rect x="1" y="1" width="38" height="24" rx="5" /><text x="20" y="18">${d}</text>`}
        </svg>
      </td>
      <td>${c}</td>
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
  >
    <h2>Combat in territory ${t.territory}</h2>
    <ol class="ng-stages">
      ${hn.map((s,r)=>l`<li class=${r===t.stage?"current":r<t.stage?"done":""}>${s}</li>`)}
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
          ${n("Attacker",t.attacker,t.attacker_points,t.attacker_food,t.attacker_face,t.attacker_casualties)}
          ${n("Defender",t.defender,t.defender_points,t.defender_food,t.defender_face,t.defender_casualties)}
        </tbody>
      </table>
    </div>
  </section>`}function $r({view:e,catalogue:t}){if(!e.events)return p;let{now:n,next:s,left:r}=e.events,o=(a,i)=>{let c=t.events[i];return c?l`<p><b>${a}: ${c.name}.</b> ${c.text}</p>`:p};return l`<section class="ng-events" data-now=${n} data-next=${s}>
    ${o("Event of this year",n)} ${o("Event of the next year",s)}
    <p class="quiet">${_(r,"event")} in the pile</p>
  </section>`}function gr({view:e,catalogue:t,seats:n}){let s=e.victory;return s?l`<section
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
  </section>`:p}var _n={board:Rn,seat:Mn,table:Sn,score(e,t){let n=e.view.players[t]?.fame??-1;return n<0?"?":String(n)},title:({view:e,catalogue:t},n)=>$n(t,e.players[n]?.clan??-1),weight({view:e,acts:t}){return e.combat?1.6:t.every(n=>n.stream!==void 0)?.3:1},event({view:e,before:t}){return e.combat&&!t?.combat?`combat in territory ${e.combat.territory}`:""}};var Pn={clansmen:rn,northgard:_n};function En(e,t){if(t===-1)return"Chance";let n=e.seats[t]?.bot;return n?`Seat ${t} · ${n}`:`Seat ${t}`}function Nn(e,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${e.seats[t]?.bot??""}`}function Y(e,t){return e.prompts[t]??t}function Ct(e){return e.text?e.text.join(", ")||"nothing":null}function he(e){return e.split(", ").map(t=>{let[,n,s]=/^\S+ (-?\d+)(?: (.+))?$/.exec(t)??[];return s||(n?fe(t):t.replace(/^\S+ (?=\S)/,""))})}function dt(e){return he(e).join(" · ")}function ut(e){let t=e/1e3;if(t<10)return`${t.toFixed(1)} ms`;if(t<1e3)return`${t.toFixed(0)} ms`;let n=t/1e3;return n<60?`${n.toFixed(1)} s`:`${Math.floor(n/60)} min ${Math.floor(n%60)} s`}function fe(e){return e.slice(0,1).toUpperCase()+e.slice(1)}var yr=60,Cn=new WeakMap;function Ln(e){if(!C(e))return()=>"";let t=Cn.get(e);if(t)return t;let n=new Map;for(let[r,o]of Object.entries(e))Array.isArray(o)&&n.set(r,o.map(vr));let s=(r,o)=>(n.get(r)??n.get(`${r}s`))?.[o]??"";return Cn.set(e,s),s}function pt(e,t,n){if(t===null)return"none";if(typeof t=="number")return`${t} ${n(e,t)}`.trimEnd();if(typeof t=="string")return t;if(typeof t=="boolean")return t?"yes":"no";if(Array.isArray(t)){let s=t.map(r=>pt(e,r,n));return s.join(s.some(r=>r.includes(" "))?", ":" ")||"none"}return Object.entries(t).map(([s,r])=>`${Lt(s)} ${pt(s,r,n)}`).join(", ")}function Lt(e){return fe(e.replaceAll("_"," "))}function br(e){return[...new Set(e.flatMap(t=>Object.keys(t)))]}var On={board:({view:e,catalogue:t})=>{let n=Ln(t);if(!C(e))return l`<p>${pt("",e,n)}</p>`;let{players:s,...r}=e,o=mt(s)?r:e;return l`<div class="fields">${$e(o,n)}</div>`},seat:({view:e,catalogue:t},n)=>{let s=C(e)&&mt(e.players)?e.players[n]:void 0;return s?l`<div class="fields">${$e(s,Ln(t))}</div>`:l`${p}`},table:()=>l`${p}`,score:()=>"",title:()=>"",weight:({acts:e})=>e.length&&e.every(t=>t.seat===-1)?.4:1,event:()=>""};function $e(e,t){let n=Object.entries(e),s=n.filter(([,o])=>!mt(o)&&!C(o)),r=n.filter(([,o])=>mt(o)||C(o));return l`<dl>
      ${s.map(([o,a])=>{let i=pt(o,a,t);return l`<div class=${i.length>yr?"long":""} data-field=${o}>
          <dt>${Lt(o)}</dt>
          <dd>${i}</dd>
        </div>`})}
    </dl>
    ${r.map(([o,a])=>xr(o,a,t))}`}function xr(e,t,n){return l`<section data-field=${e}>
    <h3>${Lt(e)}</h3>
    ${mt(t)?wr(t,n):C(t)?$e(t,n):p}
  </section>`}function wr(e,t){let n=br(e);return l`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${n.map(s=>l`<th scope="col">${Lt(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map((s,r)=>l`<tr>
              <th scope="row">${r}</th>
              ${n.map(o=>l`<td>
                    ${o in s?pt(o,s[o]??null,t):""}
                  </td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function vr(e){return C(e)&&typeof e.name=="string"?e.name:""}function C(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function mt(e){return Array.isArray(e)&&e.length>0&&e.every(C)}function kr(e){return e.charged_us===void 0||!e.limit_us?null:Math.max(0,Math.min(1,e.charged_us/e.limit_us))}function Tr(e){return e.think_us===void 0||e.charged_us===void 0?"":e.limit_us?`${ut(e.charged_us)} of ${ut(e.limit_us)}`:ut(e.think_us)}function Dn(e,t){let n=kr(e);return l`<div class="clock">
    ${Vn(n,e.fault?"bar over":"bar")}
    <span class="clock-words">${Tr(e)}</span>
    ${t>0&&e.bank_us!==void 0?l`${Vn(e.bank_us/t,"bar bank")}
            <span class="clock-words">bank ${ut(e.bank_us)}</span>`:p}
    ${e.refused?l`<span class="clock-words warn">${e.refused} refused</span>`:p}
  </div>`}function Vn(e,t){return e===null?p:l`<svg class=${t} width="100%" height="6" aria-hidden="true">
    ${h`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(e*100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`}var Rr="ABCDEF";function q(e){return e===-1?l`<span class="badge chance" title="Chance">◆</span>`:l`<span class="badge seat-${e}">${e}</span>`}function jn(e,t,n){let{seats:s}=e.replay.document;return l`<section class="seats" aria-label="Seats" tabindex="0">
    ${s.map((r,o)=>Ar(e,t,o,n))}
  </section>`}function Ar(e,t,n,s){let{replay:r,renderer:o,eye:a,step:i}=e,{document:c}=r,d=c.seats[n],u=r.lastAct(a,n,i),m=t.asked.find(w=>w.seat===n),f=u?.act.fault,$=u?.step===i,y=r.eyes.length>0;return l`<article
    class="seat seat-${n} ${m?"is-asked":""} ${$?"has-acted":""}"
    data-seat=${n}
    data-fault=${f??p}
    data-asked=${m?.prompt??p}
    aria-label="Seat ${n}"
  >
    <header>
      ${q(n)}
      <h2>
        <span class="bot">${d?.bot}</span>
        <span class="quiet version">${d?.version}</span>
      </h2>
      ${y?In("clan",()=>o.title(t,n)):p}
      ${Mr(c,n)}
      ${y?In("score",()=>o.score(t,n)):p}
    </header>
    ${Sr(e,n)} ${u?Dn(u.act,s):p}
    ${f?l`<p class="fault">
            <strong>${f}</strong>: the referee answered${$?"":` at step ${u.step}`}
            ${u.act.evidence?l`<span class="evidence">${u.act.evidence}</span>`:p}
          </p>`:p}
    ${m?l`<p class="asked">asked: ${Y(c,m.prompt)}</p>`:p}
    ${_r(e,n)}
    ${y?U(`seat ${n}`,()=>o.seat(t,n)):p}
  </article>`}function In(e,t){return U(e,()=>{let n=t();return n?l`<span class=${e}>${n}</span>`:p})}function Mr({teams:e},t){let n=e[t];return n===void 0?p:l`<span class="quiet">team ${Rr[n]??n}</span>`}function Sr(e,t){let{outcome:n}=e.replay.document;if(!n||e.step!==e.last)return p;let s=n.forfeits.find(r=>r.seat===t);return l`<p class="result" data-rank=${n.ranks[t]??p}>
    <strong>rank ${n.ranks[t]}</strong>, score ${n.scores[t]}
    ${s?l`<strong class="fault">forfeited: ${s.fault}</strong>`:p}
  </p>`}function _r(e,t){let{replay:n,eye:s,step:r}=e,o=n.lastAct(s,t,r,a=>!!a.annotation);return o?l`<blockquote
    class="remark ${o.step===r?"":"old"}"
    data-remark=${o.step}
  >
    <p>${o.act.annotation}</p>
    ${o.step===r?p:l`<footer>step ${o.step}</footer>`}
  </blockquote>`:p}function Hn(e){let t=e.querySelector(".seats"),n=t?.querySelector(".has-acted");if(!t||!n||t.scrollHeight<=t.clientHeight)return;let s=t.getBoundingClientRect(),r=n.getBoundingClientRect();r.top<s.top?t.scrollTop+=r.top-s.top:r.bottom>s.bottom&&(t.scrollTop+=r.bottom-s.bottom)}function Gn(e,t){let{document:n}=e.replay,{match:s}=n;return l`<header class="heading">
    <div class="title">
      <h1>${s.title}</h1>
      <p class="quiet id">${s.id}</p>
      ${n.live?l`<p class="live">
              live, ${n.live.delay_s?`${n.live.delay_s} s later`:"at once"}
            </p>`:p}
      <details class="facts">
        <summary>Match</summary>
        ${Er(n)}
      </details>
    </div>
    ${n.note?l`<p class="note" role="note">${n.note}</p>`:p}
    ${t?l`<p class="note" role="status" data-problem>${t}</p>`:p}
    ${Pr(e)}
  </header>`}function Pr(e){let{outcome:t,seats:n}=e.replay.document;if(!t||e.step!==e.last)return p;let s=n.map((r,o)=>({who:r,seat:o,rank:t.ranks[o]??0,score:t.scores[o]??0})).sort((r,o)=>r.rank-o.rank);return l`<div class="outcome" data-reason=${t.reason}>
    <h2>Result <span class="quiet">(${t.reason})</span></h2>
    <ol>
      ${s.map(({who:r,seat:o,rank:a,score:i})=>l`<li class=${a===1?"first":""}>
            ${a}. ${q(o)} <span class="bot">${r.bot}</span> <strong>${i}</strong>
          </li>`)}
    </ol>
  </div>`}function Er({match:e,seats:t}){let n=[["Game",`${e.game} ${e.version}, lawspeaker ${e.engine}`],["Clock",e.clock],["Started",Bn(e.started_ms)],["Ended",e.ended_ms===null?"":Bn(e.ended_ms)],["Seed",e.seed??""],["Seed's commitment",e.commitment],["Signed by",e.signed_by],...t.map((s,r)=>[`Seat ${r}`,[`${s.bot} ${s.version}`,s.sdk,s.identity&&`token ${s.identity}`].filter(o=>o).join(", ")]),...Object.entries(e.options)];return l`<dl>
    ${n.filter(([,s])=>s).map(([s,r])=>l`<div>
            <dt>${s}</dt>
            <dd>${r}</dd>
          </div>`)}
  </dl>`}function Bn(e){return new Date(e).toISOString().replace("T"," ").replace(/\..*/," UTC")}var qn=[{keys:[" "],shown:"Space",does:"play or pause",act:e=>e.toggle()},{keys:["ArrowRight"],shown:"→",does:"one step forward",act:e=>e.by(1)},{keys:["ArrowLeft"],shown:"←",does:"one step back",act:e=>e.by(-1)},{keys:["PageDown"],shown:"Page down",does:"next chapter",act:e=>e.byChapter(1)},{keys:["PageUp"],shown:"Page up",does:"beginning of the chapter, or the one before",act:e=>e.byChapter(-1)},{keys:["Home"],shown:"Home",does:"beginning",act:e=>e.go(0)},{keys:["End"],shown:"End",does:"end",act:e=>e.go(e.last)},{keys:["+","="],shown:"+",does:"faster",act:e=>e.faster(1)},{keys:["-"],shown:"−",does:"slower",act:e=>e.faster(-1)},{keys:["0","1","2","3","4","5"],shown:"0 to 5",does:"what this seat sees",act:(e,t)=>e.look(Number(t))},{keys:["a"],shown:"a",does:"all hands",act:e=>e.look(-2)},{keys:["s"],shown:"s",does:"what spectators see",act:e=>e.look(-1)}];function zn(e,t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(n?.closest("select, textarea, input:not([type=range])")||t.key===" "&&n?.closest("button, summary, a"))return!1;let s=qn.find(r=>r.keys.includes(t.key));return s?(t.preventDefault(),s.act(e,t.key),!0):!1}function Fn(e){return l`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${qn.map(t=>l`<div>
            <dt><kbd>${t.shown}</kbd></dt>
            <dd>${t.does}</dd>
          </div>`)}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${e}>Close</button>
  </dialog>`}var z={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Ot=e=>(...t)=>({_$litDirective$:e,values:t}),J=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,n,s){this._$Ct=t,this._$AM=n,this._$Ci=s}_$AS(t,n){return this.update(t,n)}update(t,n){return this.render(...n)}};var Nr={},Vt=Ot(class extends J{constructor(){super(...arguments),this.ot=Nr}render(e,t){return t()}update(e,[t,n]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((s,r)=>s===this.ot[r]))return k}else if(this.ot===t)return k;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,n)}});var Un=60,Cr=60;function Lr(e,t){let n=e.length?e:[{step:0,label:""}];return n.flatMap(({step:s,label:r},o)=>{let a=Math.min(n[o+1]?.step??1/0,t),i=[];for(let c=s+1;c<=a;c+=Un)i.push({from:c,to:Math.min(c+Un-1,a),label:dt(r)});return i})}function Or(e,t){let n=0;return e.toReversed().map(({from:s,to:r})=>{let o=n===0||n+r-s<Cr;return n+=r-s+1,t.get(s)??o}).toReversed()}function Kn(e,t,n){let{replay:s,step:r}=e,o=Lr(s.document.chapters,r),a=Or(o,t);return l`<section class="log" aria-label="Log" tabindex="0">
    ${o.length?p:l`<p class="quiet">The match begins.</p>`}
    ${o.map((i,c)=>{let d=a[c]??!1;return l`<details ?open=${d}>
        <summary @click=${m=>{m.preventDefault(),t.set(i.from,!d),n()}}>
          <span>${i.label||"Steps"}</span>
          <span class="quiet">${i.from}–${i.to}</span>
        </summary>
        <ol>
          ${d?Vr(e,i):p}
        </ol>
      </details>`})}
  </section>`}function*Vr({replay:e,eye:t,step:n},s){for(let r=s.from;r<=s.to;r++)yield l`<li data-step=${r} aria-current=${r===n?"step":p}>
      ${Vt([e,t,r],()=>Dr(e.document,r,e.acts(t,r),e.document.steps[r-1]))}
    </li>`}function Dr(e,t,n,s){return l`<a href="#step=${t}" tabindex="-1"
      >${n.map(r=>l`<span class="act" title=${`Step ${t}: ${Y(e,r.prompt)}`}
            >${q(r.seat)}
            ${Ir(r)}${r.seat===-1?l` <span class="quiet">${r.prompt}</span>`:p}${r.fault?l` <strong class="fault" data-fault=${r.fault}>${r.fault}</strong
                    >${r.evidence?l` <span class="fault">${r.evidence}</span>`:p}`:p}</span
          >`)}</a
    >${s?.changes?.length?l`<ul>
            ${s.changes.map(r=>l`<li>${r}</li>`)}
          </ul>`:p}`}function Ir(e){return Ct(e)??l`<span class="quiet" data-hidden>hidden</span>`}function Wn(e){let t=e.querySelector(".log");t&&(t.scrollTop=t.scrollHeight)}var Dt=class{#s;#t;#n=null;#e=0;#o=[];#r=[];#a=[];#i=1;#l=null;constructor(t,n){this.#s=t,this.#t=n}of(t,n){if(t!==this.#n||n!==this.#e){let s=this.#n!==null&&n===this.#e&&t.last>=this.#n.last;this.#n=t,this.#e=n,this.#o=t.faults(n).map(r=>({step:r,fault:!0,word:`step ${r}: ${jr(t,n,r)}`})),s||(this.#r=[],this.#i=1),this.#a=[...this.#r,...this.#o],this.#c()}return this.#a}#c(){this.#l!==null&&clearTimeout(this.#l),this.#l=setTimeout(()=>{this.#l=null;let t=this.#n;if(!t||t.eyes.length===0||this.#i>t.last)return;let n=performance.now()+8,s=this.#r.length;for(;this.#i<=t.last&&performance.now()<n;){let r=this.#i++,o=this.#s.event(t.scene(this.#e,r));o&&this.#r.push({step:r,word:`step ${r}: ${o}`,fault:!1})}this.#i<=t.last?this.#c():(this.#r.length>s||this.#a.length!==this.#r.length)&&(this.#a=[...this.#r,...this.#o],this.#t())})}};function jr(e,t,n){return e.acts(t,n).filter(s=>s.fault).map(s=>`seat ${s.seat}, ${s.fault??""}`).join("; ")}var Hr=700,It=class{#s;#t;#n;#e=0;#o;#r=1;#a=null;constructor(t,n,s){this.#n=t,this.#s=n,this.#t=s,this.#o=t.eyes[0]??-1,this.live&&(this.#e=t.last)}get replay(){return this.#n}get renderer(){return this.#s}get step(){return this.#e}get last(){return this.#n.last}get eye(){return this.#o}get speed(){return this.#r}get playing(){return this.#a!==null}get live(){return!!this.#n.document.live}get place(){return{step:this.#e,eye:this.#o,speed:this.#r}}replace(t){let n=this.live&&this.#e===this.last;this.#n=t,t.eyes.includes(this.#o)||(this.#o=t.eyes[0]??-1),this.#e=n?t.last:Math.min(this.#e,t.last),this.#t()}go(t){this.#l(),this.#e=this.#c(t),this.#t()}by(t){this.go(this.#e+t)}byChapter(t){let{chapters:n}=this.#n.document,s=n.map(o=>o.step),r=t>0?s.find(o=>o>this.#e):s.findLast(o=>o<this.#e);this.go(r??(t>0?this.last:0))}look(t){!this.#n.eyes.includes(t)||t===this.#o||(this.#o=t,this.#t())}hurry(t){!H.includes(t)||t===this.#r||(this.#r=t,this.playing&&this.#i(),this.#t())}faster(t){this.hurry(H[H.indexOf(this.#r)+t]??this.#r)}visit({step:t,eye:n,speed:s}){n!==void 0&&this.look(n),s!==void 0&&this.hurry(s),t!==void 0&&this.#c(t)!==this.#e&&this.go(t)}toggle(){this.playing?this.#l():(this.#e===this.last&&(this.#e=0),this.#i()),this.#t()}#i(){this.#l();let t=this.#n.scene(this.#o,this.#e),n=Hr*this.#s.weight(t)/this.#r;this.#a=setTimeout(()=>{this.#l(),this.#e=this.#c(this.#e+1),this.#e<this.last&&this.#i(),this.#t()},n)}#l(){this.#a!==null&&clearTimeout(this.#a),this.#a=null}#c(t){return Math.max(0,Math.min(t,this.last))}};function Zn(e){let{replay:t,step:n,eye:s}=e,r=e.playing&&e.speed>1;return l`<div class="taken" aria-live=${r?"off":"polite"} aria-atomic="true">
    ${n===0?l`<p class="quiet">Before the first step.</p>`:t.acts(s,n).map(o=>Br(e,o))}
  </div>`}function Br(e,t){let{document:n}=e.replay,s=Ct(t),r=t.seat===-1?t.stream??t.prompt:Y(n,t.prompt);return l`<p data-act=${t.seat}>
    ${q(t.seat)} <strong>${En(n,t.seat)}</strong>
    <span class="question">${r}</span>
    <span class="arrow" aria-label="took">→</span>
    ${s===null?l`<span class="answer quiet" data-hidden>hidden</span>`:l`<span class="answer">${s}</span>`}
    ${t.fault?l`<strong class="fault" data-fault=${t.fault}
            >${t.fault}: the referee answered</strong
          >`:p}
  </p>`}var{I:ai}=_e;var Qn=e=>e.strings===void 0;var Gr={},Yn=(e,t=Gr)=>e._$AH=t;var jt=Ot(class extends J{constructor(e){if(super(e),e.type!==z.PROPERTY&&e.type!==z.ATTRIBUTE&&e.type!==z.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!Qn(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===k||t===p)return t;let n=e.element,s=e.name;if(e.type===z.PROPERTY){if(t===n[s])return k}else if(e.type===z.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(s))return k}else if(e.type===z.ATTRIBUTE&&n.getAttribute(s)===t+"")return k;return Yn(e),t}});var qr={first:"M4 3v10M13 3 6.5 8l6.5 5z",last:"M12 3v10M3 3l6.5 5L3 13z",back:"M10.5 3 5.5 8l5 5",forward:"M5.5 3l5 5-5 5",chapterBack:"M8 3 3 8l5 5M13 3 8 8l5 5",chapterForward:"M3 3l5 5-5 5M8 3l5 5-5 5",play:"M4.5 2.5 13 8l-8.5 5.500z",pause:"M5 3v10M11 3v10",link:"M6.5 9.500l3-3M7 5l1.5-1.500a2.8 2.8 0 0 1 4 4L11 9M9 11l-1.5 1.500a2.8 2.8 0 0 1-4-4L5 7"};function N(e){return l`<svg class="icon icon-${e}" viewBox="0 0 16 16" aria-hidden="true">
    ${h`<path d=${qr[e]} />`}
  </svg>`}var zr=6.6,Jn=10;function Xn(e,t){return t>0?e/t*100:0}function Fr(e,t){let n=[],s=e.map(({step:r,label:o})=>{let a=he(o),i=Math.max(a.findIndex((c,d)=>c!==n[d]),0);return n=a,{step:r,level:i,length:0,label:a[i]??"",title:dt(o)}});return s.map((r,o)=>{let a=s.slice(o+1).find(i=>i.level<=r.level);return{...r,length:(a?.step??t)-r.step}})}function Ur(e,t,n){let s=[];return e.filter(r=>r.level<2).sort((r,o)=>r.level-o.level||o.length-r.length).filter(r=>{let o=Xn(r.step,t)/100*n,a=o+r.label.length*zr+Jn;return a>n+Jn||s.some(i=>o<i.to&&a>i.from)?!1:(s.push({from:o,to:a}),!0)}).sort((r,o)=>r.step-o.step)}function ts(e,t,n,s,r){let{replay:o,step:a,last:i}=e,{chapters:c}=o.document,d=c[o.chapter(a)]?.label,u=d?dt(d):"";return l`<footer class="timeline" aria-label="Timeline">
    <div class="track">
      ${Vt([o,t,n],()=>Wr(Fr(c,i),t,i,n))}
      <input
        type="range"
        min="0"
        max=${i}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${a} of ${i}${u&&`, ${u}`}`}
        .value=${jt(String(a))}
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
        <strong>${a}</strong> of ${i}${u?l` <span>${u}</span>`:p}
      </p>
      ${e.live&&a<i?l`<button type="button" class="to-live" @click=${()=>e.go(i)}>
              Go to live
            </button>`:p}
      <div class="choices">
        <label
          ><span class="hideable">Speed</span>
          <select
            aria-label="Speed"
            .value=${jt(String(e.speed))}
            @change=${m=>{m.target instanceof HTMLSelectElement&&e.hurry(Number(m.target.value))}}
          >
            ${H.map(m=>l`<option value=${m} ?selected=${m===e.speed}>${m}×</option>`)}
          </select></label
        >
        ${Kr(e)} ${s?L(N("link"),"Copy link",s,!1):p}
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
  </footer>`}function Kr(e){let{eyes:t,document:n}=e.replay;return t.length===0?p:l`<label
    ><span class="hideable">Seen by</span>
    <select
      class="eyes"
      aria-label="Seen by"
      .value=${jt(String(e.eye))}
      @change=${s=>{s.target instanceof HTMLSelectElement&&e.look(Number(s.target.value))}}
    >
      ${t.map(s=>l`<option value=${s} ?selected=${s===e.eye}>
            ${Nn(n,s)}
          </option>`)}
    </select></label
  >`}function Wr(e,t,n,s){let r=o=>`${Xn(o,n).toFixed(3)}%`;return l`<svg class="chapters" width="100%" height="34" aria-hidden="true">
    ${e.map(o=>h`<line class=${o.level?"tick":"tick major"} x1=${r(o.step)} x2=${r(o.step)}
          y1=${Math.min(o.level*7,14)} y2="20"><title>${o.title}</title></line>`)}
    ${Ur(e,n,s).map(o=>h`<text class=${o.level?"":"major"} x=${r(o.step)} dx="3" y="9">${o.label}</text>`)}
    ${t.map(o=>o.fault?h`<line class="mark fault" x1=${r(o.step)} x2=${r(o.step)} y1="22" y2="34"><title>${o.word}</title></line>`:h`<circle class="mark" cx=${r(o.step)} cy="28" r="2.5"><title>${o.word}</title></circle>`)}
  </svg>`}function L(e,t,n,s,r=""){return l`<button
    type="button"
    class=${r}
    aria-label=${t}
    title=${t}
    ?disabled=${s}
    @click=${n}
  >
    ${e}
  </button>`}var Ht=class{#s;#t;#n;#e;#o=new Map;#r="";#a=600;#i=0;#l=-1;#c={replay:null,largest:0};constructor(t,n){this.#s=t;let s=Pn[n.document.match.game]??On,r=()=>this.#d();this.#t=new It(n,s,r),this.#n=new Dt(s,r),this.#e=new xt(o=>this.#t.visit(o)),this.#t.visit(this.#e.place),this.#p(),addEventListener("keydown",o=>this.#g(o)),new ResizeObserver(([o])=>{let a=Math.round(o?.contentRect.width??0);a&&a!==this.#a&&(this.#a=a,this.#d())}).observe(this.#h(".track"))}update(t,n){n!==this.#r&&(this.#r=n,this.#d()),t!==this.#t.replay&&this.#t.replace(t)}#d(){this.#i||(this.#i=requestAnimationFrame(()=>this.#p()))}#p(){this.#i=0;let t=this.#t;rt(this.#f(),this.#s),t.step!==this.#l&&(Wn(this.#s),Hn(this.#s)),this.#l=t.step,this.#e.write(t.place)}#f(){let t=this.#t,{replay:n,renderer:s,step:r,eye:o}=t,a=n.scene(o,r),i=n.eyes.length>0,c="clipboard"in navigator?()=>{this.#y()}:null;return l`${Gn(t,this.#r)}
      <main
        data-step=${r}
        data-steps=${t.last}
        data-eye=${o}
        data-game=${n.document.match.game}
        ?data-playing=${t.playing}
      >
        <div class="middle">
          <section class="board" aria-label="Board">
            ${Zn(t)} ${i?U("board",()=>s.board(a)):p}
          </section>
          ${i?l`<section class="table" aria-label="Table">
                  ${U("table",()=>s.table(a))}
                </section>`:p}
        </div>
        ${jn(t,a,this.#$(n))}
        ${Kn(t,this.#o,()=>this.#d())}
      </main>
      ${ts(t,this.#n.of(n,o),this.#a,c,()=>this.#m())}
      ${Fn(()=>this.#u().close())}`}#$(t){if(this.#c.replay!==t){let n=t.document.steps.flatMap(s=>s.acts.map(r=>r.bank_us??0));this.#c={replay:t,largest:n.reduce((s,r)=>Math.max(s,r),0)}}return this.#c.largest}#g(t){this.#u().open||(t.key==="?"&&!t.ctrlKey&&!t.metaKey&&!t.altKey?this.#m():zn(this.#t,t))}#m(){this.#u().showModal()}#u(){return this.#h("dialog")}async#y(){this.#e.writeNow(this.#t.place);try{await navigator.clipboard.writeText(location.href),this.#r=""}catch{this.#r="The browser does not let this page copy the address."}this.#d()}#h(t){let n=this.#s.querySelector(t);if(!n)throw new Error(`the page has no ${t}`);return n}};var X=class e{document;#s=new Map;#t;constructor(t){this.document=t,this.#t=t.seats.map(()=>[]),this.#n(0)}get last(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,n){let s=this.document.eyes.find(o=>o.eye===t);if(!s)return null;let r=this.#s.get(t);r||this.#s.set(t,r=[]);for(let o=r.length;o<=n;o++){let a=s.views[o]??null,i=r[o-1]??null;r.push(a===null?i:o===0?a:wt(i,a))}return r[n]??null}acts(t,n){let s=this.document.steps[n-1]?.acts??[],r=this.document.eyes.find(o=>o.eye===t)?.acts;return r?s.map((o,a)=>{let i=r[`${n-1}.${a}`];return i?{...o,...i}:o}):s}asked(t){let n=this.document.steps[t];return n?n.acts.filter(s=>s.seat>=0).map(s=>({seat:s.seat,prompt:s.prompt})):this.document.asked}scene(t,n){let{catalogue:s,seats:r,teams:o}=this.document;return{view:this.view(t,n),before:n>0?this.view(t,n-1):null,catalogue:s,seats:r,teams:o,acts:this.acts(t,n),asked:this.asked(n),eye:t}}lastAct(t,n,s,r=()=>!0){let o=this.#t[n]??[];for(let a=es(o,s);a>=0;a--){let i=o[a]??0,c=this.acts(t,i).find(d=>d.seat===n&&r(d));if(c)return{step:i,act:c}}return null}faults(t){let n=[];for(let s=1;s<=this.last;s++)this.acts(t,s).some(r=>r.fault)&&n.push(s);return n}chapter(t){return es(this.document.chapters.map(n=>n.step),t)}with(t){if(t.from!==this.last)return null;let n=this.document,s=new e({...n,match:t.match??n.match,prompts:{...n.prompts,...t.prompts},steps:[...n.steps,...t.steps],chapters:[...n.chapters,...t.chapters],asked:t.asked,eyes:n.eyes.map(r=>{let o=t.eyes.find(a=>a.eye===r.eye);return o?{eye:r.eye,views:[...r.views,...o.views],acts:{...r.acts,...o.acts}}:r}),outcome:t.outcome??n.outcome,note:t.note??n.note});for(let[r,o]of this.#s)s.#s.set(r,o);return s}#n(t){for(let n=t;n<this.last;n++)for(let s of this.document.steps[n]?.acts??[])this.#t[s.seat]?.push(n+1)}};function es(e,t){let n=0,s=e.length;for(;n<s;){let r=n+s>>1;(e[r]??0)<=t?n=r+1:s=r}return n-1}var ns=1e3,Zr=15e3;async function ss(){let e=document.getElementById("match");if(!e?.textContent)return null;let t=Uint8Array.from(atob(e.textContent),s=>s.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return os(JSON.parse(await new Response(n).text()))}var Bt=class{#s=`${location.pathname.replace(/\/$/,"")}/frames`;async document(){return os(await this.#t(this.#s))}async news(t){return await this.#t(`${this.#s}?from=${t}`)}async#t(t){let n=await fetch(t,{cache:"no-cache"});if(n.status===304)return null;if(n.status===404)throw new Error("the server does not know this match");if(!n.ok)throw new Error(`the server answers ${n.status} ${n.statusText}`);return n.json()}};async function rs(e,t,n){let s=t,r=ns;for(;s.document.live;){await Yr(r);try{let o=await e.news(s.last),a=o?await Qr(e,s,o):s;r=ns,s=a,n(s,"")}catch(o){r=Math.min(r*2,Zr),n(s,`No news: ${ge(o)}. Asking again in ${Math.round(r/1e3)} seconds.`)}}}async function Qr(e,t,n){return(n.live&&!n.reload?t.with(n):null)??new X(await e.document())}function ge(e){return e instanceof TypeError?"the server does not answer":e instanceof Error?e.message:String(e)}function os(e){if(e?.format!==1)throw new Error("this match is in a format that this page does not know");return e}function Yr(e){return new Promise(t=>setTimeout(t,e))}async function Jr(e){let t=n=>rt(n,e);t(l`<p class="status" role="status">Loading the match.</p>`);try{let n=await ss(),s=n?null:new Bt,r=n??await s?.document();if(!r)throw new Error("there is no match in this page");let o=new X(r);document.title=`${r.match.title}: ${r.match.id}`,rt(l``,e);let a=new Ht(e,o);s&&await rs(s,o,(i,c)=>a.update(i,c))}catch(n){t(l`<p class="status fault" role="alert">The match cannot be shown: ${ge(n)}.</p>`)}}var as=document.getElementById("viewer");as&&Jr(as);})();
