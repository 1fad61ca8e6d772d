"use strict";(()=>{var Gt=globalThis,ge=e=>e,mt=Gt.trustedTypes,ye=mt?mt.createPolicy("lit-html",{createHTML:e=>e}):void 0,qt="$lit$",S=`lit$${Math.random().toFixed(9).slice(2)}$`,zt="?"+S,as=`<${zt}>`,L=document,tt=()=>L.createComment(""),et=e=>e===null||typeof e!="object"&&typeof e!="function",Ut=Array.isArray,Te=e=>Ut(e)||typeof e?.[Symbol.iterator]=="function",Bt=`[ 	
\f\r]`,X=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,be=/-->/g,xe=/>/g,N=RegExp(`>|${Bt}(?:([^\\s"'>=/]+)(${Bt}*=${Bt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),we=/'/g,ve=/"/g,Re=/^(?:script|style|textarea|title)$/i,Ft=e=>(t,...n)=>({_$litType$:e,strings:t,values:n}),l=Ft(1),h=Ft(2),Yr=Ft(3),k=Symbol.for("lit-noChange"),p=Symbol.for("lit-nothing"),ke=new WeakMap,C=L.createTreeWalker(L,129);function Ae(e,t){if(!Ut(e)||!e.hasOwnProperty("raw"))throw Error("invalid template strings array");return ye!==void 0?ye.createHTML(t):t}var Me=(e,t)=>{let n=e.length-1,s=[],r,o=t===2?"<svg>":t===3?"<math>":"",a=X;for(let i=0;i<n;i++){let c=e[i],d,u,m=-1,f=0;for(;f<c.length&&(a.lastIndex=f,u=a.exec(c),u!==null);)f=a.lastIndex,a===X?u[1]==="!--"?a=be:u[1]!==void 0?a=xe:u[2]!==void 0?(Re.test(u[2])&&(r=RegExp("</"+u[2],"g")),a=N):u[3]!==void 0&&(a=N):a===N?u[0]===">"?(a=r??X,m=-1):u[1]===void 0?m=-2:(m=a.lastIndex-u[2].length,d=u[1],a=u[3]===void 0?N:u[3]==='"'?ve:we):a===ve||a===we?a=N:a===be||a===xe?a=X:(a=N,r=void 0);let $=a===N&&e[i+1].startsWith("/>")?" ":"";o+=a===X?c+as:m>=0?(s.push(d),c.slice(0,m)+qt+c.slice(m)+S+$):c+S+(m===-2?i:$)}return[Ae(e,o+(e[n]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),s]},nt=class e{constructor({strings:t,_$litType$:n},s){let r;this.parts=[];let o=0,a=0,i=t.length-1,c=this.parts,[d,u]=Me(t,n);if(this.el=e.createElement(d,s),C.currentNode=this.el.content,n===2||n===3){let m=this.el.content.firstChild;m.replaceWith(...m.childNodes)}for(;(r=C.nextNode())!==null&&c.length<i;){if(r.nodeType===1){if(r.hasAttributes())for(let m of r.getAttributeNames())if(m.endsWith(qt)){let f=u[a++],$=r.getAttribute(m).split(S),y=/([.?@])?(.*)/.exec(f);c.push({type:1,index:o,name:y[2],strings:$,ctor:y[1]==="."?ft:y[1]==="?"?$t:y[1]==="@"?gt:O}),r.removeAttribute(m)}else m.startsWith(S)&&(c.push({type:6,index:o}),r.removeAttribute(m));if(Re.test(r.tagName)){let m=r.textContent.split(S),f=m.length-1;if(f>0){r.textContent=mt?mt.emptyScript:"";for(let $=0;$<f;$++)r.append(m[$],tt()),C.nextNode(),c.push({type:2,index:++o});r.append(m[f],tt())}}}else if(r.nodeType===8)if(r.data===zt)c.push({type:2,index:o});else{let m=-1;for(;(m=r.data.indexOf(S,m+1))!==-1;)c.push({type:7,index:o}),m+=S.length-1}o++}}static createElement(t,n){let s=L.createElement("template");return s.innerHTML=t,s}};function V(e,t,n=e,s){if(t===k)return t;let r=s!==void 0?n._$Co?.[s]:n._$Cl,o=et(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(e),r._$AT(e,n,s)),s!==void 0?(n._$Co??=[])[s]=r:n._$Cl=r),r!==void 0&&(t=V(e,r._$AS(e,t.values),r,s)),t}var ht=class{constructor(t,n){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=n}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:n},parts:s}=this._$AD,r=(t?.creationScope??L).importNode(n,!0);C.currentNode=r;let o=C.nextNode(),a=0,i=0,c=s[0];for(;c!==void 0;){if(a===c.index){let d;c.type===2?d=new z(o,o.nextSibling,this,t):c.type===1?d=new c.ctor(o,c.name,c.strings,this,t):c.type===6&&(d=new yt(o,this,t)),this._$AV.push(d),c=s[++i]}a!==c?.index&&(o=C.nextNode(),a++)}return C.currentNode=L,r}p(t){let n=0;for(let s of this._$AV)s!==void 0&&(s.strings!==void 0?(s._$AI(t,s,n),n+=s.strings.length-2):s._$AI(t[n])),n++}},z=class e{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,n,s,r){this.type=2,this._$AH=p,this._$AN=void 0,this._$AA=t,this._$AB=n,this._$AM=s,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,n=this._$AM;return n!==void 0&&t?.nodeType===11&&(t=n.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,n=this){t=V(this,t,n),et(t)?t===p||t==null||t===""?(this._$AH!==p&&this._$AR(),this._$AH=p):t!==this._$AH&&t!==k&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):Te(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==p&&et(this._$AH)?this._$AA.nextSibling.data=t:this.T(L.createTextNode(t)),this._$AH=t}$(t){let{values:n,_$litType$:s}=t,r=typeof s=="number"?this._$AC(t):(s.el===void 0&&(s.el=nt.createElement(Ae(s.h,s.h[0]),this.options)),s);if(this._$AH?._$AD===r)this._$AH.p(n);else{let o=new ht(r,this),a=o.u(this.options);o.p(n),this.T(a),this._$AH=o}}_$AC(t){let n=ke.get(t.strings);return n===void 0&&ke.set(t.strings,n=new nt(t)),n}k(t){Ut(this._$AH)||(this._$AH=[],this._$AR());let n=this._$AH,s,r=0;for(let o of t)r===n.length?n.push(s=new e(this.O(tt()),this.O(tt()),this,this.options)):s=n[r],s._$AI(o),r++;r<n.length&&(this._$AR(s&&s._$AB.nextSibling,r),n.length=r)}_$AR(t=this._$AA.nextSibling,n){for(this._$AP?.(!1,!0,n);t!==this._$AB;){let s=ge(t).nextSibling;ge(t).remove(),t=s}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},O=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,n,s,r,o){this.type=1,this._$AH=p,this._$AN=void 0,this.element=t,this.name=n,this._$AM=r,this.options=o,s.length>2||s[0]!==""||s[1]!==""?(this._$AH=Array(s.length-1).fill(new String),this.strings=s):this._$AH=p}_$AI(t,n=this,s,r){let o=this.strings,a=!1;if(o===void 0)t=V(this,t,n,0),a=!et(t)||t!==this._$AH&&t!==k,a&&(this._$AH=t);else{let i=t,c,d;for(t=o[0],c=0;c<o.length-1;c++)d=V(this,i[s+c],n,c),d===k&&(d=this._$AH[c]),a||=!et(d)||d!==this._$AH[c],d===p?t=p:t!==p&&(t+=(d??"")+o[c+1]),this._$AH[c]=d}a&&!r&&this.j(t)}j(t){t===p?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},ft=class extends O{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===p?void 0:t}},$t=class extends O{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==p)}},gt=class extends O{constructor(t,n,s,r,o){super(t,n,s,r,o),this.type=5}_$AI(t,n=this){if((t=V(this,t,n,0)??p)===k)return;let s=this._$AH,r=t===p&&s!==p||t.capture!==s.capture||t.once!==s.once||t.passive!==s.passive,o=t!==p&&(s===p||r);r&&this.element.removeEventListener(this.name,this,s),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},yt=class{constructor(t,n,s){this.element=t,this.type=6,this._$AN=void 0,this._$AM=n,this.options=s}get _$AU(){return this._$AM._$AU}_$AI(t){V(this,t)}},Se={M:qt,P:S,A:zt,C:1,L:Me,R:ht,D:Te,V,I:z,H:O,N:$t,U:gt,B:ft,F:yt},is=Gt.litHtmlPolyfillSupport;is?.(nt,z),(Gt.litHtmlVersions??=[]).push("3.3.3");var st=(e,t,n)=>{let s=n?.renderBefore??t,r=s._$litPart$;if(r===void 0){let o=n?.renderBefore??null;s._$litPart$=r=new z(t.insertBefore(tt(),o),o,void 0,n??{})}return r._$AI(e),r};var D=[1,2,4,8];function _e(e){let t=new URLSearchParams(e.replace(/^#/,"")),n=Kt(t.get("step")),s=Kt(t.get("eye")),r=Kt(t.get("speed"));return{...n!==null&&n>=0&&{step:n},...s!==null&&{eye:s},...r!==null&&D.includes(r)&&{speed:r}}}function ls({step:e,eye:t,speed:n}){return`#${[e===void 0?"":`step=${e}`,t===void 0?"":`eye=${t}`,n===void 0||n===1?"":`speed=${n}`].filter(r=>r).join("&")}`}var bt=class{#s;#t=location.hash;#n=null;constructor(t,n=300){this.#s=n,addEventListener("hashchange",s=>{this.#e(),this.#t=new URL(s.newURL).hash,t(_e(this.#t))})}get place(){return _e(this.#t)}write(t){this.#e(),this.#n=setTimeout(()=>this.writeNow(t),this.#s)}writeNow(t){this.#e();let n=ls(t);location.hash!==this.#t||n===this.#t||(history.replaceState(null,"",n),this.#t=n)}#e(){this.#n!==null&&clearTimeout(this.#n),this.#n=null}};function Kt(e){return e!==null&&/^-?\d{1,9}$/.test(e)?Number(e):null}function U(e,t){try{return t()}catch(n){return console.error(n),l`<p class="fault" data-failed>The ${e} cannot be drawn: ${String(n)}</p>`}}function xt(e,t){if(!Pe(t))return t;if(Array.isArray(e)){let s=[...e];for(let[r,o]of Object.entries(t))s[Number(r)]=xt(s[Number(r)]??null,o);return s}if(!Pe(e))return t;let n={...e};for(let[s,r]of Object.entries(t))n[s]=xt(e[s]??null,r);return n}function Pe(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}var cs={lowlands:h`<path d="M-7 5q0-4-2-6M-7 5q0-5 2-7M0 5q0-5-2-8M0 5q0-5 2-8M7 5q0-4-2-6M7 5q0-4 2-6" />`,hills:h`<path d="M-9 5q5-10 10 0M-1 2q5-8 10 3" />`,forest:h`<path d="M-5 4v3M5 5v3M-5-7l5 11h-10zM5-4l4.500 9h-9z" />`,swamp:h`<path d="M-9 5h7M1 5h8M-5 2v-7M-1 2v-9M4 2v-6M-5-3l-2-2M-1-4l2-3M4-1l2-2" />`,mountain:h`<path d="M-10 6l7-12 5 8M-1 6l6-9 5 9zM-5-2.500l2 1.500 2-1.500" />`,lake:h`<path d="M-9-3q2.250-3 4.500 0t4.500 0 4.500 0 4.500 0M-6 3q2-3 4 0t4 0 4 0" />`};function Zt(e){return cs[e]??p}var Ee=[h`<circle r="8" class="cl-body" /><path class="cl-tool" d="M0 5V-1M0 1.500q-3-.5-3-3.500 3 .5 3 3.500 0-3 3-3.500 0 3-3 3.500M0-2.500q-1.500-1.200 0-3.500 1.500 2.300 0 3.500" />`,h`<rect x="-7.400" y="-7.400" width="14.800" height="14.800" rx="2.200" class="cl-body" /><path class="cl-tool" d="M-3.500 4.500 2-2M-2.500-4.200q4-1.800 7 1.800M4.500-2.400 2-2" />`,h`<path d="M0-9.200 9.200 0 0 9.200-9.200 0z" class="cl-body" /><path class="cl-tool" d="M0 5V-1.500M-3.500-1.500h7v-3h-7z" />`,h`<path d="M-7.500-8q7.500 2.400 15 0v6.500q0 7-7.500 10.500-7.500-3.500-7.500-10.500z" class="cl-body" /><path class="cl-tool" d="M0 5V-5.500M-3 1.800h6" />`];function rt(e,t,n){return h`<g class=${`cl-person cl-seat-${t}${n?" cl-weak":""}`}>
    ${Ee[e]??Ee[0]}</g>`}function wt(e,t,n){return l`<svg class="cl-icon" viewBox="-10.5 -10.5 21 21" aria-hidden="true">
    ${rt(e,t,n)}
  </svg>`}var ds=[h`<path class="cl-food" d="M2 9.500a6 6 0 0 1 12 0V13H2zM5.500 6.500l1 2M8.500 5.500l1 2" />`,h`<path class="cl-wood" d="M3 4.500h8.500a2.500 2.500 0 0 1 0 5H3zM4.500 9.500H13a2.500 2.500 0 0 1 0 4H4.500zM3 4.500a2.500 2.500 0 0 0 0 5" />`,h`<path class="cl-stone" d="M2 12.500 3.500 7l4-3.500 5 1.500 2 7.500zM7.500 3.500 8 8l6.500 4.500M8 8l-4.500 4" />`,h`<path class="cl-goods" d="M2 5.500 8 3l6 2.500v6L8 14l-6-2.500zM2 5.500 8 8l6-2.500M8 8v6" />`];function Ne(e){return l`<svg class="cl-icon cl-resource" viewBox="0 0 16 16" aria-hidden="true">
    ${ds[e]??p}
  </svg>`}var us={fence:h`<path class="cl-fence cl-of-wood" d="M-8.500 11.800h17M-7 14v-4M-2.400 14v-4M2.400 14v-4M7 14v-4" />`,stone_fence:h`<path class="cl-fence cl-of-stone" d="M-8.500 10.200h17V14h-17zM-8.500 12.100h17M-3 10.200v1.900M3 10.200v1.900M-6 12.100V14M0 12.100V14M6 12.100V14" />`,wooden_house:h`<path class="cl-house cl-of-wood" d="M-16.800.5l4.300-4.300 4.300 4.300M-15.800 0v5.500h6.600V0M-13.300 5.500V2.500h1.600v3" />`,stone_house:h`<path class="cl-house cl-of-stone" d="M-16.800.5l4.300-4.300 4.300 4.300zM-15.800.5v5h6.600v-5M-13.300 5.500V2.500h1.600v3" />`};function Wt(e){return us[e]??p}var ps=[[],[[10,10]],[[5.5,5.5],[14.5,14.5]],[[5.5,5.5],[10,10],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[5.5,14.5],[14.5,14.5]],[[5.5,5.5],[14.5,5.5],[10,10],[5.5,14.5],[14.5,14.5]],[[5.5,5],[14.5,5],[5.5,10],[14.5,10],[5.5,15],[14.5,15]]];function Qt(e,t){return h`<g class=${`cl-die ${t}${e?"":" cl-blank"}`}>
    <rect x="1" y="1" width="18" height="18" rx="4" />
    ${(ps[e]??[]).map(([n,s])=>h`<circle cx=${n} cy=${s} r="1.900" />`)}
  </g>`}function Yt(e,t){return l`<svg class="cl-die-icon" viewBox="0 0 20 20" role="img">
    <title>${e?`a ${e}`:"not rolled"}</title>
    ${Qt(e,t)}
  </svg>`}var I=20*Math.sqrt(3)/2,vt=14,Jt=[[1,0],[0,1],[-1,1],[-1,0],[0,-1],[1,-1]],Ce=7;function Oe(e,t){return{x:kt(1.5*20*e),y:kt(2*I*(t+e/2))}}function Xt(e){let t=Math.PI/3*e;return{x:kt(20*Math.cos(t)),y:kt(20*Math.sin(t))}}var F=`M${Jt.map((e,t)=>fs(Xt(t))).join("L")}Z`,Le=new WeakMap;function De(e){let t=Le.get(e);return t||(t=ms(e),Le.set(e,t)),t}function ms(e){let t=e.q.map((i,c)=>Oe(i,e.r[c]??0)),n=t.map(i=>i.x),s=t.map(i=>i.y),r=Math.floor(Math.min(...n)-20-vt),o=Math.floor(Math.min(...s)-I-vt),a=[];for(let i=0;i<e.settlements.length;i+=Ce){let c=e.settlements.slice(i,i+Ce);a.push({tiles:c,centre:t[c[0]??0]??{x:0,y:0},outline:hs(e,c)})}return{centres:t,settlements:a,left:r,top:o,width:Math.ceil(Math.max(...n)+20+vt-r),height:Math.ceil(Math.max(...s)+I+vt-o)}}function hs(e,t){let n=new Set(t.map(o=>`${e.q[o]??0},${e.r[o]??0}`)),s=new Map;for(let o of t){let[a,i]=[e.q[o]??0,e.r[o]??0],{x:c,y:d}=Oe(a,i);Jt.forEach(([u,m],f)=>{if(n.has(`${a+u},${i+m}`))return;let[$,y]=[Xt(f),Xt((f+1)%Jt.length)];s.set(Ve({x:c+$.x,y:d+$.y}),Ve({x:c+y.x,y:d+y.y}))})}let r=[];for(;s.size;){let o=[],[a]=s.keys();for(;a!==void 0;){let i=s.get(a);if(i===void 0)break;o.push(a),s.delete(a),a=i}r.push(`M${o.join("L")}Z`)}return r.join("")}function Ve({x:e,y:t}){return`${(Math.round(e*10)/10+0).toFixed(1)},${(Math.round(t*10)/10+0).toFixed(1)}`}function fs({x:e,y:t}){return`${e},${t}`}function kt(e){return Math.round(e*100)/100}var Ie=["Reorganize","Hunt","Explore","Feast","Build","Idle Hands","Trade","Gifts","Pray"],te=["Call for Kin","Festival of the Sun","Caravan","Festival of Lights"];function x(e,t){return e[t]?.name??"?"}function j(e,t){let n=t.flatMap((s,r)=>s?[`${s} ${x(e.resources,r).toLowerCase()}`]:[]);return ee(n)||"nothing"}function ee(e){return e.length<2?e.join(""):`${e.slice(0,-1).join(", ")} and ${e.at(-1)??""}`}function v(e,t,n=`${t}s`){return`${e} ${e===1?t:n}`}function K(e,t){let n=e[t]?.bot;return t<=-1?"nobody":n?`seat ${t} (${n})`:`seat ${t}`}function je(e,t){switch(t.kind){case 0:return v(t.first,"defender");case 1:return`${x(e.resources,t.first).toLowerCase()} for ${x(e.resources,t.second).toLowerCase()}`;default:return te[t.first]??""}}var $s=12;function Be(e){let t=new Map,n=[];for(let s of e.acts)if(!(s.seat<0))for(let r of Tt(s)){let o=s.prompt==="reorganize.to"?He(e.before):-1;for(let a of gs(r))o>=0&&n.push({from:o,to:a,seat:s.seat}),t.set(a,s.seat);if(r.kind&&o>=0&&t.set(o,s.seat),r.raider||r.yield){let a=He(e.before);a>=0&&t.set(a,s.seat)}}return{rings:t,arrows:n,link:ys(e),...bs(e)}}function Tt(e){return e.chosen??[]}function gs(e){if(e.settle){let{laborer:n,farmer:s,other_farmer:r}=e.settle;return[n,s,r]}let t=e.tile??e.heal??e.reorganize??e.idle_hands??e.pray_for_health??e.turn_die??e.reroll_die;return t?[t.tile]:[]}function He(e){return e?.about?.tile??-1}function ys({view:e,before:t,acts:n,catalogue:s}){let r=n.flatMap(Tt).some(u=>u.accept),o=r?t?.offer:e.offer;if(!o)return null;let a=j(s,o.give),i=j(s,o.want),c=r?"accepted":o.refused?"refused":"asked";if(o.countered)return{from:o.partner,to:o.seat,text:`${i} for ${a}`,state:c};let d=o.want.some(u=>u)?`wants ${i}`:"bargains";return{from:o.seat,to:o.partner,text:o.complete?`${a} for ${i}`:d,state:c}}function bs({view:e,before:t}){let n=new Set,s=new Map,r=new Set;return t&&(e.map?.terrain.forEach((o,a)=>{o&&t.map?.terrain[a]===0&&n.add(a)}),n.size>$s&&n.clear(),e.players.forEach((o,a)=>{let i=t.players[a]?.people??[],c=new Map(o.people.map(u=>[u.tile,u])),d=new Map(i.map(u=>[u.tile,u]));for(let u of o.people)u.weakened&&d.get(u.tile)?.weakened===!1&&r.add(u.tile);if(!(o.people.length>=i.length))for(let u of i)c.has(u.tile)||s.set(u.tile,{kind:u.kind,seat:a})})),{revealed:n,lost:s,weakened:r}}function Ge({view:e,catalogue:t}){return t.boards.find(n=>n.players===e.players.length)}function qe(e){let t=new Map,n=(s,r)=>{let o=t.get(s);return o||(o={seat:r,kind:-1,weakened:!1,structures:[],cards:[]},t.set(s,o)),o};for(let s of e){for(let r of s.people)Object.assign(n(r.tile,s.seat),{seat:s.seat,kind:r.kind,weakened:r.weakened});for(let r of s.structures)n(r.tile,s.seat).structures.push(r.building);for(let r of s.attached)n(r.tile,s.seat).cards.push(r.card)}return t}function ze(e){return e.players.reduce((t,n)=>t+n.respect,0)}var Fe={seat:-1,kind:-1,weakened:!1,structures:[],cards:[]};function Ke(e){let t=Ge(e);if(!t)return l`<p>This version of the viewer does not know the board.</p>`;let n=De(t),s=Be(e),r=qe(e.view.players),o=e.view.map?.terrain??[],a=ws(e),i=new Map(e.view.players.filter(u=>u.home>=0).map(u=>[u.home,u.seat])),c=new Map;n.settlements.forEach((u,m)=>u.tiles.forEach(f=>c.set(f,i.get(m)??-1)));let d=u=>c.get(u)??-1;return l`<div class="cl cl-board">
    <svg
      class="cl-map"
      viewBox=${`${n.left} ${n.top} ${n.width} ${n.height}`}
      role="group"
    >
      <title>The map of ${n.centres.length} hexes</title>
      <g>
        ${n.centres.map((u,m)=>vs(e,m,u,a(m)?o[m]??0:-1,o[m]??0,r.get(m)??Fe,d(m)))}
      </g>
      <g>${n.settlements.map((u,m)=>Rs(n,m,i.get(m)))}</g>
      ${e.view.raid?h`<g>${e.view.raid.dice.map(u=>Ts(n,u))}</g>`:p}
      ${Ms(e,n,s)}
      <g>${[...i].map(([u,m])=>As(e,n,u,m))}</g>
      ${s.link?Ss(e,n,s.link):p}
    </svg>
    ${_s(e,t.raiders)} ${Ps(e.catalogue)}
  </div>`}function ws({view:e,eye:t}){let n=e.map?.terrain??[],s=e.players.some(o=>o.home>=0&&o.people.length),r=t===-2&&!s&&n.filter(o=>o!==1).length<60;return o=>r?(n[o]??0)>1:(n[o]??0)>0}function vs(e,t,{x:n,y:s},r,o,a,i){let{catalogue:c}=e,d=r>0?c.terrains[r-1]:void 0,u=i>=0||a.kind>=0,m=e.eye===-2&&d&&i<0&&a===Fe,f=d?Zt(d.id):p;return h`<g class=${`cl-hex ${d?`cl-${d.id}`:"cl-fog"}${m?" cl-faint":""}`} transform=${`translate(${n} ${s})`}
    data-tile=${t} data-terrain=${o} data-person=${a.kind<0?"":a.kind}
    data-weakened=${a.weakened} data-person-seat=${a.kind<0?"":a.seat}
    data-structures=${a.structures.join(" ")} data-cards=${a.cards.join(" ")}
    role=${d?"img":"presentation"}>
    <title>${ks(e,t,r,a)}</title>
    <path class="cl-land" d=${F} />
    <g class=${a.kind<0?"cl-glyph":"cl-glyph cl-small"}>${f}</g>
    ${u||d?h`<text class="cl-number" y=${-I+8.4}>${t}</text>`:p}
    ${a.structures.map($=>Wt(c.buildings[$]?.id??""))}
    ${a.cards.length?Ze(a.cards.length):p}
    ${a.kind<0?p:h`<g transform="translate(0 .8)">${rt(a.kind,a.seat,a.weakened)}</g>`}
    ${a.kind>=0&&a.seat!==i?We(a.seat,7,6.5,"cl-badge"):p}
  </g>`}function ks({catalogue:e,seats:t},n,s,r){let o=[`Tile ${n}: ${s>0?x(e.terrains,s-1):"unrevealed"}`];if(r.kind>=0){let a=r.weakened?"weakened ":"";o.push(`${a}${x(e.kinds,r.kind)} of ${K(t,r.seat)}`)}return o.push(...r.structures.map(a=>x(e.buildings,a))),o.push(...r.cards.map(a=>`card ${x(e.cards,a)}`)),o.join(", ")}function Ze(e){return h`<g class="cl-attached" transform="translate(11.500 -6)">
    <rect x="-2.800" y="-3.900" width="5.600" height="7.800" rx="1" />
    ${e>1?h`<text y="2.200">${e}</text>`:h`<path d="M0-2.100 1.500 0 0 2.100-1.500 0z" />`}
  </g>`}function Ts(e,{tile:t,pips:n,fate:s,seat:r}){let{x:o,y:a}=e.centres[t]??{x:0,y:0};return h`<g class=${`cl-tile-die cl-seat-${r} cl-fate-${s}`} data-die=${t}
    transform=${`translate(${o+6} ${a-13}) scale(.52)`}>${Qt(n,"cl-own-die")}</g>`}function We(e,t,n,s){return h`<g class=${`${s} cl-seat-${e}`} transform=${`translate(${t} ${n})`}>
    <circle r="7" /><text y="3.400">${e}</text></g>`}function Rs(e,t,n){let s=e.settlements[t]?.outline;return h`<g class=${`cl-settlement${n===void 0?"":` cl-seat-${n}`}`} data-home=${t}
    data-owner=${n??""}>
    <path class="cl-casing" d=${s} />
    <path class="cl-border" d=${s} />
  </g>`}function As({seats:e},t,n,s){let{x:r,y:o}=t.settlements[n]?.centre??{x:0,y:0};return h`<g><title>The settlement of ${K(e,s)}</title>
    ${We(s,r+20+1,o-2*I-2,"cl-tab")}</g>`}function Ms(e,t,n){let s=r=>t.centres[r]??{x:0,y:0};return h`<g class="cl-marks">
    ${[...n.revealed].map(r=>Ue(s(r),"cl-new","revealed",r))}
    ${[...n.weakened].map(r=>Ue(s(r),"cl-hurt","weakened",r))}
    ${[...n.lost].map(([r,{kind:o,seat:a}])=>h`<g class="cl-lost" data-lost=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <title>${x(e.catalogue.kinds,o)} of ${K(e.seats,a)} has died</title>
        <path d="M-8-8 8 8M8-8-8 8" /></g>`)}
    ${[...n.rings].map(([r,o])=>h`<g class=${`cl-ring cl-seat-${o}`} data-ring=${r}
        transform=${`translate(${s(r).x} ${s(r).y})`}>
        <path class="cl-halo" d=${F} /><path d=${F} /></g>`)}
    ${n.arrows.map(({from:r,to:o})=>h`<g class="cl-arrow" data-from=${r} data-to=${o}>
        ${Qe(s(r),s(o),9)}</g>`)}
  </g>`}function Ue({x:e,y:t},n,s,r){return h`<path class=${n} data-mark=${`${s} ${r}`} transform=${`translate(${e} ${t})`} d=${F} />`}function Qe(e,t,n){let[s,r]=[t.x-e.x,t.y-e.y],o=Math.hypot(s,r)||1,a={x:(e.x+t.x)/2-r/6,y:(e.y+t.y)/2+s/6},[i,c]=[t.x-a.x,t.y-a.y],d=Math.hypot(i,c)||1,[u,m]=[i/d,c/d],f={x:t.x-u*n,y:t.y-m*n},$={x:e.x+s/o*n,y:e.y+r/o*n},y=g=>`${T(f.x-u*6-m*4*g)} ${T(f.y-m*6+u*4*g)}`,w=`M${T($.x)} ${T($.y)}Q${T(a.x)} ${T(a.y)} ${T(f.x)} ${T(f.y)}`,R=`M${y(1)}L${T(f.x)} ${T(f.y)}L${y(-1)}`;return h`<path class="cl-halo" d=${w+R} /><path d=${w+R} />`}function Ss({view:e},t,{from:n,to:s,text:r,state:o}){let a=$=>t.settlements[e.players[$]?.home??-1]?.centre,[i,c]=[a(n),a(s)];if(!i||!c)return p;let d=o==="accepted"?`${r}: agreed`:o==="refused"?`${r}: no`:r,u=d.length*6.7+10,m=u/2+4,f={x:Math.min(Math.max((i.x+c.x)/2-(c.y-i.y)/12,t.left+m),t.left+t.width-m),y:(i.y+c.y)/2+(c.x-i.x)/12};return h`<g class=${`cl-marks cl-link cl-${o}`} data-link=${`${n} ${s}`}>
    ${Qe(i,c,2.8*I)}
    <g transform=${`translate(${T(f.x)} ${T(f.y)})`}>
      <rect x=${-u/2} y="-9" width=${u} height="18" rx="9" />
      <text y="3.600">${d}</text>
    </g>
  </g>`}function T(e){return e.toFixed(1)}function _s({view:e},t){let n=t.length-1,s=v(t[e.counter]??0,"Raider");return l`<div class="cl-track">
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
  </div>`}function Ps(e){return l`<details class="cl-legend">
    <summary>What the map shows</summary>
    <ul>
      ${e.kinds.map((t,n)=>at(rt(n,-1,!1),t.name))}
      ${at(rt(0,-1,!0),"Weakened")}
      ${e.buildings.filter(t=>t.site!=="settlement").map(t=>at(h`<g transform=${t.site==="home"?"translate(20 -1) scale(1.6)":"translate(0 -14.4) scale(1.2)"}>${Wt(t.id)}</g>`,t.name))}
      ${at(h`<g transform="translate(-23 12) scale(2)">${Ze(1)}</g>`,"Tales card on a tile")}
      ${e.terrains.map(t=>at(h`<g class=${`cl-hex cl-${t.id}`} transform="scale(.6)"><path class="cl-land" d=${F} />
            <g class="cl-glyph">${Zt(t.id)}</g></g>`,`${t.name}: food ${t.food.join(" ")}${t.wood?`, ${t.wood} wood`:""}${t.stone?`, ${t.stone} stone`:""}`))}
    </ul>
    <p>
      Food is what a Farmer gains in Spring, Summer, Autumn and Winter; wood and stone are what a
      Laborer gains in each season but Winter.
    </p>
  </details>`}function at(e,t){return l`<li>
    <svg class="cl-icon" viewBox="-12 -12 24 24" aria-hidden="true">${e}</svg>${t}
  </li>`}var Es=["food","wood","stone","goods"];function Ye(e,t){let{view:n,before:s,catalogue:r}=e,o=n.players[t];if(!o)return l``;let a=s?.players[t];return l`<div
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
      ${Es.map((i,c)=>l`<li title=${x(r.resources,c)}>
            ${Ne(c)}<b>${o[i]}</b>${Je(o[i],a?.[i])}
          </li>`)}
    </ul>
    <ul class="cl-facts">
      ${Rt("Respect",o.respect,a?.respect)}
      ${Rt("Blessings",o.blessings,a?.blessings)}
      ${Rt("Actions",o.actions,a?.actions)}
      ${Rt("Specials",o.specials,a?.specials)}
    </ul>
    ${Ns(e,o)} ${Cs(e,o)} ${Ls(e,o)} ${Vs(o)}
    ${Os(o)}
  </div>`}function Je(e,t){return t===void 0||e===t?p:e>t?l`<i class="cl-more">+${e-t}</i>`:l`<i class="cl-less">−${t-e}</i>`}function Rt(e,t,n){return l`<li class=${t?"":"cl-none"}>
    ${e} <b>${t}</b>${Je(t,n)}
  </li>`}function Ns({catalogue:e},t){let n=e.kinds.flatMap((s,r)=>[!1,!0].map(o=>({kind:r,weakened:o,name:`${o?"weakened ":""}${s.name}`,number:t.people.filter(a=>a.kind===r&&a.weakened===o).length})));return l`<ul class="cl-people">
    ${n.filter(s=>s.number).map(s=>l`<li title=${v(s.number,s.name,`${s.name}s`)}>
            ${wt(s.kind,t.seat,s.weakened)}<b>${s.number}</b>
          </li>`)}
    ${t.called.length?l`<li class="cl-called">
            Kin in Summer: ${t.called.map(s=>x(e.kinds,s)).join(", ")}
          </li>`:p}
  </ul>`}function Cs({catalogue:e},t){return t.hand_size?t.hand.length?l`<ul class="cl-cards">
    ${t.hand.map(n=>l`<li class="cl-face" title=${e.cards[n]?.text??""}>
          ${x(e.cards,n)}
        </li>`)}
  </ul>`:l`<ul class="cl-cards cl-backs" title=${v(t.hand_size,"Tales card")}>
      ${Array.from({length:Math.min(t.hand_size,8)},()=>l`<li class="cl-back"></li>`)}
      <li class="cl-word">${v(t.hand_size,"card")}</li>
    </ul>`:p}function Ls({catalogue:e},t){let n=t.built.flatMap((s,r)=>{let o=e.buildings[r];return s&&o?[{number:s,info:o}]:[]});return n.length?l`<ul class="cl-buildings">
    ${n.map(({number:s,info:r})=>l`<li title=${r.text}>${r.name}${s>1?` ×${s}`:""}</li>`)}
  </ul>`:p}function Vs(e){let t=[...e.passed?["has passed"]:[],...e.ignores_event?["ignores the event"]:[],...e.tempo?[`${v(e.tempo,"action")} more this turn`]:[],...e.idle.length?[`idle hands on ${e.idle.map(n=>`tile ${n}`).join(", ")}`]:[]];return t.length?l`<p class="cl-states">${t.join(", ")}</p>`:p}function Os(e){return l`<details class="cl-budget">
    <summary>Actions taken</summary>
    <ul>
      ${Ie.map((t,n)=>l`<li class=${e.used[n]?"cl-used":""}>
            ${t} <b>${e.used[n]??0} of ${e.allowed[n]??0}</b>
          </li>`)}
      ${te.map((t,n)=>e.taken[n]?l`<li class="cl-used">${t} <b>this year</b></li>`:p)}
    </ul>
  </details>`}var Xe=[{sign:"",text:""},{sign:"✓",text:"beats its Raider"},{sign:"=",text:"does not beat its Raider, unhurt"},{sign:"✗",text:"does not beat its Raider, weakened"}];function tn(e,t){let n=t.dice.filter(s=>s.raider<0);return l`<section
    class="cl-raid"
    data-raiders=${t.raiders.join(" ")}
    data-opened=${t.opened}
    data-dice=${t.dice.map(Ds).join(" ")}
    data-defeated=${t.defeated.join(" ")}
    data-committed=${t.committed.join(" ")}
  >
    <h3>
      Raid:
      ${v(t.raiders.length,"Raider")}${t.defeated.length?l`, ${t.defeated.length} defeated`:p}
    </h3>
    ${t.opened?p:Is(e)}
    <ol class="cl-fights">
      ${t.raiders.map((s,r)=>js(e,t,r,s))}
    </ol>
    ${t.opened&&!t.dice.length?l`<p>Nobody defends.</p>`:n.length?l`<div class="cl-waiting">
              <span>Not placed yet:</span> ${n.map(s=>en(e,t,s))}
            </div>`:p}
    ${Hs(e,t)}
  </section>`}function Ds({seat:e,tile:t,raider:n,pips:s,fate:r}){return[e,t,n,s,r].join(":")}function Is({asked:e}){let t=e.filter(n=>n.prompt==="raid.commit").map(n=>n.seat);return l`<p class="cl-sealed">
    <span class="cl-seal">Sealed</span> Nobody sees the defenders before all have named
    theirs${t.length?l`; ${v(t.length,"seat")} asked`:p}.
  </p>`}function js(e,t,n,s){let r=t.defeated.includes(n),o=t.dice.filter(a=>a.raider===n);return l`<li class=${r?"cl-beaten":""}>
    <span class="cl-raider" title=${`Raider ${n}${r?", defeated":""}`}>
      <span class="cl-word">${n}</span>${Yt(s,"cl-raider-die")}
    </span>
    ${o.map(a=>en(e,t,a))}
  </li>`}function en({seats:e},t,n){let s=Xe[n.fate]??Xe[0],r=t.valor.includes(n.tile),o=[n.warrior?"a Warrior, 1 more than the die shows":"",r?"set by a card":"",s.text].filter(Boolean);return l`<span
    class=${`cl-defender cl-seat-${n.seat} cl-fate-${n.fate}`}
    title=${[`Tile ${n.tile} of ${K(e,n.seat)}`,...o].join(", ")}
  >
    <span class="cl-seat-number">${n.seat}</span>${Yt(n.pips,"cl-own-die")}${n.warrior?l`<span class="cl-plus">+1</span>`:p}<span class="cl-word">#${n.tile}</span
    >${s.sign?l`<b class="cl-sign">${s.sign}</b>`:p}
  </span>`}function Hs(e,t){let n=(r,o)=>r.flatMap((a,i)=>a?[`seat ${i}: ${a} ${o}`]:[]),s=[...n(t.own_rerolls,"own"),...n(t.raider_rerolls,"of a Raider")];return s.length?l`<p>Rerolls left: ${ee(s)}.</p>`:p}var Bs=["event","raiders","arrivals","actions","harvest","restore","feed","winter"];function nn(e){let{view:t}=e;return l`<div
    class="cl cl-table"
    data-year=${t.year}
    data-season=${t.season}
    data-phase=${t.phase}
    data-gate=${t.gate}
    data-event=${t.event}
    data-counter=${t.counter}
    data-tales=${t.tales_left}
  >
    ${Gs(e)} ${qs(e)} ${t.raid?tn(e,t.raid):p}
    ${t.offer?Ks(e,t.offer):p} ${zs(e)} ${Us(e)}
    ${Fs(e)} ${Zs(e)}
  </div>`}function Gs({view:e,catalogue:t}){let n=e.phase==="over";return l`<section class="cl-calendar">
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
      ${Bs.filter(s=>s!=="winter"||e.season===3).map(s=>l`<li
            class=${s===e.phase?"cl-now":""}
            aria-current=${s===e.phase?"step":"false"}
          >
            ${s}
          </li>`)}
      ${n?l`<li class="cl-now">over</li>`:p}
    </ol>
  </section>`}function qs({view:e}){let t=ze(e),n=Math.max(e.gate,t,1),s=0,r=e.players.map(a=>{let i=Math.max(a.respect,0)/n*300,c={seat:a.seat,respect:a.respect,x:s,width:i};return s+=i,c}),o=e.gate/n*300;return l`<section class="cl-gate">
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
  </section>`}function zs({view:e,catalogue:t}){let n=t.events[e.event],s=e.past_events.map(o=>x(t.events,o)),r=t.events[e.next_event];return l`<section class="cl-event">
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
      ${e.batch.map(n=>l`<span title=${x(t.kinds,n)}>${wt(n,-1,!1)}</span>`)}
    </p>
  </section>`:p}function Fs({view:e,catalogue:t}){return e.promises.length?l`<section class="cl-promises">
    <h3>Promises</h3>
    <ul>
      ${e.promises.map(n=>l`<li data-promise=${`${n.seat} ${n.kind} ${n.first} ${n.second}`}>
            Seat ${n.seat} promises ${je(t,n)}.
          </li>`)}
    </ul>
  </section>`:p}function Ks({catalogue:e},t){let{seat:n,partner:s}=t,[r,o]=[j(e,t.give),j(e,t.want)],a=t.complete?t.countered?`Seat ${s} answers seat ${n} with another offer: ${o} for ${r}.`:`Seat ${n} offers seat ${s}: ${r} for ${o}.`:t.want.some(c=>c)?`Seat ${n} asks seat ${s} for ${o}, and names what it gives.`:`Seat ${n} names what it wants of seat ${s}.`,i=t.named.some(c=>c)?` Seat ${s} now wants ${j(e,t.named)}.`:"";return l`<section
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
  </section>`}var Ws={board:Ke,seat:Ye,table:nn,score:({view:e},t)=>{let n=e.players[t];return n?`${n.respect} / ${Math.round(e.gate/e.players.length)}`:""},title:({view:e},t)=>e.start===t&&e.year?"Start token":"",weight:({view:e,before:t,acts:n})=>{let s=n.map(o=>o.prompt);return s.includes("event.draw")?2:s.some(o=>o.startsWith("raid."))?s.includes("raid.commit")||t?.raid&&!e.raid?3:s.some(o=>o==="raid.die"||o==="raid.raider")?1:1.5:n.every(o=>o.seat<0)?.4:s.some(o=>o.startsWith("trade."))?1.3:n.every(o=>Tt(o).every(a=>a.pass))?.4:1},event:({view:e,before:t})=>t?e.phase==="over"&&t.phase!=="over"?"end":e.raid&&!t.raid?"raid":e.year!==t.year?`year ${e.year}`:e.season!==t.season&&e.season===3?"winter":"":""},sn=Ws;var pn=[[1,0],[1,1],[0,1],[0,0]],rn=.24,on=.36,Qs=.06,ne=.3,an=[.22,.14],ln=.12,Ys=.17;function ae(e,t){let n=cn.get(e);return n||cn.set(e,n=[]),n[t]??=Xs(e,t)}var cn=new WeakMap;function Js(e,t){let n=e.areas[t];if(!n)return 0;let{food:s,wood:r,lore:o,small:a,carved:i,large:c,lairs:d}=n;return s+r+o+a+i+c+d}function dn([e,t],n){let s=!1;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0];o>t!=c>t&&e<(i-r)*(t-o)/(c-o)+r&&(s=!s)}),s}function Xs(e,t){let n=([i,c])=>t===0?[i,c]:t===1?[1-c,i]:t===2?[1-i,1-c]:[c,1-i],s=new oe(e),r=s.trace(),o=r.polygons.map(i=>i.map(n)),a=o.map((i,c)=>{let d=s.enclosed.find(m=>m!==c),u=d===void 0||s.enclosed.includes(c)?void 0:o[d];return er(i,1+Js(e,c),u)});return{polygons:o,lines:r.lines.map(i=>({...i,points:i.points.map(n)})),places:a}}var oe=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((n,s)=>s).filter(n=>!t.sides.includes(n));for(let{first:n,second:s,kind:r}of t.borders)this.kinds.set(se(n,s),r)}trace(){let t=[0,1,2,3].filter(n=>this.side(n)!==this.side(n+1));t.length===0?this.polygons[this.side(0)]=[...pn]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let n of this.enclosed)this.polygons[n]=re(),t.length===0&&this.line(this.side(0),n,[...re(),...re().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,n,s){let r=this.kinds.get(se(t,n));r!==void 0&&this.lines.push({first:Math.min(t,n),second:Math.max(t,n),kind:r,points:s})}aroundCore(t){let n=s=>ie((b(s)[0]-.5)*Math.SQRT2,(b(s)[1]-.5)*Math.SQRT2);t.forEach((s,r)=>{let o=t[(r+1)%t.length]??s,a=this.side(s+1),i=tr(n(s),(o-s+4)%4||4);this.polygons[a]=[...At(s,o),...i.reverse()],this.line(this.side(s),a,[b(s),n(s)]);for(let c of this.enclosed)this.line(a,c,i)})}oneLine([t=0,n=0]){let s=(n-t+4)%4===1?on:(t-n+4)%4===1?-on:Qs,r=Mt(b(t),b(n),s),[o,a]=[this.side(t+1),this.side(n+1)];this.line(o,a,r),this.polygons[o]=[...At(t,n),...r.slice(1,-1).reverse()],this.polygons[a]=[...At(n,t),...r.slice(1,-1)]}joint(t){let n=[0,1,2,3].find(o=>!t.includes(o))??0,s=b(n+2),r=[.5+ln*(s[0]-.5),.5+ln*(s[1]-.5)];t.forEach((o,a)=>{let i=this.side(o+1);this.polygons[i]=[...At(o,t[(a+1)%3]??o),r],this.line(this.side(o),i,[b(o),r])})}band(){let t=this.side(1)===this.side(3),[n,s]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,a]of[n,s]){let i=Mt(b(o),b(a),ne);this.line(this.side(a),r,i),this.polygons[this.side(a)]=[...i].reverse()}this.polygons[r]=[...Mt(b(n[0]),b(n[1]),ne),...Mt(b(s[0]),b(s[1]),ne)]}twoJoints(){let t=this.kinds.has(se(this.side(3),this.side(1))),n=Ys,[s,r]=t?[[.5,.5-n],[.5,.5+n]]:[[.5-n,.5],[.5+n,.5]],o=t?[s,r,r,s]:[r,r,s,s];for(let a=0;a<4;a+=1){let i=(a+1)%4,[c,d]=[o[a]??s,o[i]??s];this.polygons[this.side(i)]=[b(a),b(i),...c===d?[c]:[d,c]],this.line(this.side(a),this.side(i),[b(a),c])}t?this.line(this.side(3),this.side(1),[s,r]):this.line(this.side(0),this.side(2),[s,r])}};function se(e,t){return`${Math.min(e,t)} ${Math.max(e,t)}`}function b(e){return pn[e%4]??[0,0]}function At(e,t){let n=[b(e)];for(let s=e+1;;s+=1)if(n.push(b(s)),s%4===t%4)return n}function Mt([e,t],[n,s],r,o=10){let[a,i]=[n-e,s-t];return Array.from({length:o+1},(c,d)=>{let u=d/o,m=r*Math.sin(Math.PI*u);return[e+a*u-i*m,t+i*u+a*m]})}function ie(e,t){return[.5+rn*e,.5+rn*t]}function re(){return Array.from({length:24},(e,t)=>ie(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function tr([e,t],n){let s=Math.atan2(t-.5,e-.5),r=n*6;return Array.from({length:r+1},(o,a)=>{let i=s+Math.PI/2*n*a/r;return ie(Math.cos(i),Math.sin(i))})}function er(e,t,n){let r=[];for(let a=1;a<40;a+=1)for(let i=1;i<40;i+=1){let c=[a/40,i/40];!dn(c,e)||n&&dn(c,n)||r.push({at:c,gap:Math.min(un(c,e),n?un(c,n):1)})}let o=[];for(;o.length<t&&r.length;){let a=r[0],i=-1;for(let c of r){let d=Math.min(c.gap*2.4,...o.map((u,m)=>nr(c.at,u,m===0)));d>i&&([a,i]=[c,d])}a&&o.push(a.at)}return o}function nr([e,t],[n,s],r){let[o,a]=[Math.abs(e-n),Math.abs(t-s)];return r?.04+Math.hypot(Math.max(0,o-an[0]),Math.max(0,a-an[1]))+Math.hypot(o,a)/20:Math.hypot(o,a)}function un([e,t],n){let s=9;return n.forEach(([r,o],a)=>{let[i,c]=n[(a+1)%n.length]??[0,0],[d,u]=[i-r,c-o],m=d*d+u*u,f=m?Math.max(0,Math.min(1,((e-r)*d+(t-o)*u)/m)):0;s=Math.min(s,Math.hypot(e-r-f*d,t-o-f*u))}),s}var mn=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"],le=[["?","not rolled yet"],["2","2 points"],["3","3 points"],["1 / ×","1 point or 1 casualty"],["2 ×","2 points and 1 casualty"],["× ×","2 casualties"],["1 ×","1 point and 1 casualty"]],sr={0:"Scorched Earth",1:"High Tide"};function ce(e){return sr[e]??`Ancestral Equipment ${e-10}`}function hn(e,t){return e.cards[t]?.name??`card ${t}`}function fn(e,t){return e.clans[t]?.name??""}function W(e,t){return e.buildings[t]?.name??`building ${t}`}function it(e,t){return e.figures[t]?.name??`figure ${t}`}function _(e,t){return`${e} ${t}${e===1?"":"s"}`}function gn({acts:e,view:t}){let n=new Set,s=[];for(let r of e)for(let o of r.chosen??[])for(let[a,i]of Object.entries(o)){a==="move"&&s.push({from:de(i.source),to:de(i.target),units:de(i.units),seat:r.seat});let c=i.territory;typeof c=="number"&&n.add($n(c,t)),a==="place_tile"&&rr(t).forEach(d=>n.add(d))}return t.combat&&n.add($n(t.combat.territory,t)),{territories:n,moves:s}}function yn(e,t){return e.moves.map(({from:n,to:s,units:r,seat:o})=>{let[a,i]=[t(n),t(s)];if(!a||!i)return h``;let[c,d]=[i[0]-a[0],i[1]-a[1]],u=Math.hypot(c,d)||1,[m,f]=[c/u,d/u],[$,y]=[a[0]+m*21,a[1]+f*13],[w,R]=[i[0]-m*26,i[1]-f*18],g=`${w+m*8},${R+f*8} ${w-f*6},${R+m*6} ${w+f*6},${R-m*6}`;return h`<g class="ng-move seat-${o}" data-from=${n} data-to=${s}><title>${_(r,"unit")} from ${n} to ${s}</title>
      <line x1=${$} y1=${y} x2=${w} y2=${R} /><polygon points=${g} /></g>`})}function $n(e,t){return t.layout?.area_territory[e]??e}function rr(e){return(e.layout?.area_territory??[]).slice(-1)}function de(e){return typeof e=="number"?e:0}var bn={food:h`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:h`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:h`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:h`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:h`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:h`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:h`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},St={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},or=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function ue(e,t,n){return h`<g class="ng-glyph ${e}" transform="translate(${t} ${n})"><title>${St[e]}</title>${bn[e]}</g>`}function _t(e,t,n,s,r){let o=t?8:6.6;return h`<g class="ng-building" transform="translate(${s} ${r})"><title>${n}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${or[e]??"?"}</text></g>`}function Pt(e,t){return l`<span class="ng-amount" title="${t} ${St[e]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${h`<g class="ng-glyph ${e}">${bn[e]}</g>`}</svg
    >${t}<span class="sr"> ${St[e]}</span></span
  >`}var xn=["food","wood","lore","lair","small","carved","large"];function wn(e){return St[e]}var M=100,ar=["","regular","rough","impassable"],vn=["small","carved","large"];function Tn(e){let{view:t,catalogue:n}=e,{layout:s,board:r}=t;if(!s||!r)return l`${p}`;let o=ir(e,s),a=new Map(s.territory.map((d,u)=>[d,r.owner[u]??-1])),i=new Set(s.territory.filter((d,u)=>s.open_sides[u]===0)),c=gn(e);return l`<svg
      class="northgard"
      viewBox=${lr(s)}
      role="img"
      aria-label="Map of ${s.tile.length} tiles"
    >
      ${o.map((d,u)=>{let m=a.get(d.territory)??-1,f=`${m<0?"free":`of-${m}`} ${i.has(d.territory)?"closed":"open"}`;return h`<polygon class="ng-area ${f} ${c.territories.has(d.territory)?"marked":""}"
          points=${d.polygon} data-area=${u} data-of=${d.territory} />`})}
      ${cr(e,s)} ${ur(e,r,o)}
      ${s.territory.map((d,u)=>pr(e,t,r,d,u,o[d]))}
      ${yn(c,d=>o[d]?.places[0])}
    </svg>
    <details class="ng-legend">
      <summary>Legend</summary>
      <ul>
        ${xn.map(d=>l`<li><svg viewBox="-8 -8 16 16">${ue(d,0,0)}</svg>${wn(d)}</li>`)}
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
        ${n.buildings.map((d,u)=>l`<li><svg viewBox="-10 -11 20 20">${_t(u,d.large,d.name,0,0)}</svg>${d.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function ir({catalogue:e},t){let n=[];return t.tile.forEach((s,r)=>{let o=e.tiles[s];if(!o)return;let a=ae(o,t.rotation[r]??0),i=Rn(t,r);o.areas.forEach((c,d)=>{n.push({printed:c,polygon:pe((a.polygons[d]??[]).map(i)),places:(a.places[d]??[]).map(i),territory:t.area_territory[n.length]??0})})}),n}function Rn(e,t){let[n,s]=[e.x[t]??0,e.y[t]??0];return([r,o])=>[kn((n+r)*M),kn((o-s)*M)]}function kn(e){return Math.round(e*10)/10}function pe(e){return e.map(([t,n])=>`${t},${n}`).join(" ")}function lr(e){let[t,n]=[Math.min(...e.x),Math.max(...e.x)+1],[s,r]=[Math.min(...e.y.map(u=>-u)),Math.max(...e.y.map(u=>-u))+1],o=Math.max(5,n-t),a=Math.max(3,r-s),[i,c]=[(t+n-o)/2,(s+r-a)/2],d=8;return[i*M-d,c*M-d,o*M+2*d,a*M+2*d].join(" ")}function cr({catalogue:e},t){let n=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),s=0;return t.tile.map((r,o)=>{let a=e.tiles[r];if(!a)return h``;let i=s;s+=a.areas.length;let c=Rn(t,o),[d,u]=[t.x[o]??0,t.y[o]??0],m=ae(a,t.rotation[o]??0).lines.map($=>{let y=t.area_territory[i+$.first]===t.area_territory[i+$.second];return h`<polyline class="ng-border ${y?"inner":ar[$.kind]??""}" points=${pe($.points.map(c))} />`}),f=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,y],w)=>n.has(`${d+$} ${u+y}`)?p:h`<polyline class="ng-open-side" points=${pe(dr[w]?.map(c)??[])} />`);return h`<rect class="ng-tile" x=${d*M} y=${-u*M} width=${M} height=${M} />${m}${f}`})}var dr=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function ur({view:e,catalogue:t},n,s){let r=new Map,o=(a,i,c)=>{let d=`${a} ${i}`;r.set(d,[...r.get(d)??[],h`${c(0,0)}`])};n.building.forEach((a,i)=>{let c=t.buildings[a],[d,u]=[n.building_territory[i]??0,n.building_space[i]??3];u<3&&o(d,u,(m,f)=>_t(a,c?.large??!1,W(t,a),m,f))});for(let{token:a,territory:i,space:c}of e.tokens)i>=0&&c<3&&o(i,c,(d,u)=>h`<g class="ng-token" transform="translate(${d} ${u})"><title>${ce(a)}</title>
        <circle r="6" /><text y="2.6">${a>10?a-10:"!"}</text></g>`);return s.map(({printed:a,places:i,territory:c})=>{let d=[...lt("food",a.food),...lt("wood",a.wood),...lt("lore",a.lore),...lt("lair",a.lairs),...vn.flatMap(u=>lt(u,a[u]))];return h`${d.map((u,m)=>{let[f,$]=i[m+1]??[0,0],y=r.get(`${c} ${vn.findIndex(w=>w===u)}`)?.shift();return y?h`<g transform="translate(${f} ${$})">${y}</g>`:ue(u,f,$)})}`})}function lt(e,t){return Array.from({length:t},()=>e)}function pr({catalogue:e,seats:t},n,s,r,o,a){let[i,c]=a?.places[0]??[0,0],d=s.owner[o]??-1,u=s.units[o]??0,m=n.figures.filter(g=>g.territory===r),f=s.building.filter((g,A)=>s.building_territory[A]===r),$=s.building.filter((g,A)=>s.building_territory[A]===r&&s.building_space[A]===3),y=n.tokens.filter(g=>g.territory===r&&g.space===3),w=d<0?"neutral":`seat ${d}, ${t[d]?.bot??""}`,R=[...m.map(g=>it(e,g.figure)),...f.map(g=>W(e,g))];return h`<g class="ng-marker ${d<0?"free":`seat-${d}`}" transform="translate(${i} ${c})"
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
        <text y="3.2">${it(e,g.figure).charAt(0)}</text></g>`)}
    ${$.map((g,A)=>h`<g transform="translate(${-27-14*A} 0)">${_t(g,!1,W(e,g),0,0)}</g>`)}
    ${y.map((g,A)=>h`<g class="ng-token" transform="translate(${-22-13*A} 14)"><title>${ce(g.token)}</title>
      <circle r="6" /><text y="2.6">${g.token>10?g.token-10:"!"}</text></g>`)}
    <text class="ng-id" y="${d<0?2.5:17}">${r}</text></g>`}function An(e,t){let n=e.view.players[t];if(!n)return l`${p}`;let{catalogue:s,view:r,teams:o}=e,a=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",n.passed?"has passed":"",n.awakened?"Kaija is awake":"",n.conqueror?"ignores Towers and Fortresses":"",n.away?`${_(n.away,"unit")} on a Pyre`:""].filter(i=>i);return l`<div
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
      ${Pt("food",n.food)} ${Pt("wood",n.wood)} ${Pt("lore",n.lore)}
      <span>${n.reserve} in reserve</span>
    </p>
    ${a.length?l`<p class="ng-states">${a.join(" · ")}</p>`:p}
    <dl class="ng-zones">
      ${mr(s,n)} ${P("Active",s,n.active)}
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
  </div>`}function mr(e,t){return t.hand.length?P("Hand",e,t.hand):t.hand_size?l`<div>
    <dt>Hand</dt>
    <dd>
      <span class="ng-backs" aria-hidden="true"
        >${Array.from({length:t.hand_size},()=>l`<i></i>`)}</span
      >
      <span data-hidden>${t.hand_size} hidden</span>
    </dd>
  </div>`:l`${p}`}function P(e,t,n){return n.length?l`<div>
    <dt>${e}</dt>
    <dd>${Et(t,n)}</dd>
  </div>`:p}function Et(e,t){let n=new Map;for(let s of t)n.set(s,(n.get(s)??0)+1);return[...n].map(([s,r])=>l`<span
        class="ng-card ${e.cards[s]?.set??""}"
        title=${e.cards[s]?.text??""}
        >${hn(e,s)}${r>1?` ×${r}`:""}</span
      > `)}function Mn(e){let{view:t,catalogue:n}=e;return l`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?hr(e,t.combat):p}
    ${t.battles.map(s=>l`<p>
          Combat to come: seat ${s.attacker} with
          ${_(s.units,"unit")}${s.kaija?" and Kaija":""}${s.figures.map(r=>` and ${it(n,r)}`).join("")}
          against ${s.defender<0?"nobody":`seat ${s.defender}`} in territory
          ${s.territory}
        </p>`)}
    ${fr(e)} ${$r(e)}
    <dl class="ng-zones">
      ${t.display.length?l`<div>
              <dt>Display</dt>
              <dd>${Et(n,t.display)}</dd>
            </div>`:p}
      ${t.achievements.length?l`<div>
              <dt>Achievements</dt>
              <dd>${Et(n,t.achievements)}</dd>
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
          ${t.stock.map((s,r)=>l`<span class="ng-card">${W(n,r)} ${s}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?l`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(s=>s).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:p}
    </dl>
  </div>`}function hr({seats:e},t){let n=(s,r,o,a,i,c)=>{let[d,u]=le[i]??le[0];return l`<tr class="seat-${r}">
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
      ${mn.map((s,r)=>l`<li class=${r===t.stage?"current":r<t.stage?"done":""}>${s}</li>`)}
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
  </section>`}function fr({view:e,catalogue:t}){if(!e.events)return p;let{now:n,next:s,left:r}=e.events,o=(a,i)=>{let c=t.events[i];return c?l`<p><b>${a}: ${c.name}.</b> ${c.text}</p>`:p};return l`<section class="ng-events" data-now=${n} data-next=${s}>
    ${o("Event of this year",n)} ${o("Event of the next year",s)}
    <p class="quiet">${_(r,"event")} in the pile</p>
  </section>`}function $r({view:e,catalogue:t,seats:n}){let s=e.victory;return s?l`<section
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
  </section>`:p}var Sn={board:Tn,seat:An,table:Mn,score(e,t){let n=e.view.players[t]?.fame??-1;return n<0?"?":String(n)},title:({view:e,catalogue:t},n)=>fn(t,e.players[n]?.clan??-1),weight({view:e,acts:t}){return e.combat?1.6:t.every(n=>n.stream!==void 0)?.3:1},event({view:e,before:t}){return e.combat&&!t?.combat?`combat in territory ${e.combat.territory}`:""}};var _n={clansmen:sn,northgard:Sn};function Pn(e,t){if(t===-1)return"Chance";let n=e.seats[t]?.bot;return n?`Seat ${t} · ${n}`:`Seat ${t}`}function En(e,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${e.seats[t]?.bot??""}`}function Q(e,t){return e.prompts[t]??t}function Nt(e){return e.text?e.text.join(", ")||"nothing":null}function me(e){return e.split(", ").map(t=>{let[,n,s]=/^\S+ (-?\d+)(?: (.+))?$/.exec(t)??[];return s||(n?he(t):t.replace(/^\S+ (?=\S)/,""))})}function ct(e){return me(e).join(" · ")}function dt(e){let t=e/1e3;if(t<10)return`${t.toFixed(1)} ms`;if(t<1e3)return`${t.toFixed(0)} ms`;let n=t/1e3;return n<60?`${n.toFixed(1)} s`:`${Math.floor(n/60)} min ${Math.floor(n%60)} s`}function he(e){return e.slice(0,1).toUpperCase()+e.slice(1)}var Nn=new WeakMap;function Cn(e){if(!E(e))return()=>"";let t=Nn.get(e);if(t)return t;let n=new Map;for(let[r,o]of Object.entries(e))Array.isArray(o)&&n.set(r,o.map(xr));let s=(r,o)=>(n.get(r)??n.get(`${r}s`))?.[o]??"";return Nn.set(e,s),s}function ut(e,t,n){if(t===null)return"none";if(typeof t=="number")return`${t} ${n(e,t)}`.trimEnd();if(typeof t=="string")return t;if(typeof t=="boolean")return t?"yes":"no";if(Array.isArray(t)){let s=t.map(r=>ut(e,r,n));return s.join(s.some(r=>r.includes(" "))?", ":" ")||"none"}return Object.entries(t).map(([s,r])=>`${Ct(s)} ${ut(s,r,n)}`).join(", ")}function Ct(e){return he(e.replaceAll("_"," "))}function gr(e){return[...new Set(e.flatMap(t=>Object.keys(t)))]}var Ln={board:({view:e,catalogue:t})=>{let n=Cn(t);if(!E(e))return l`<p>${ut("",e,n)}</p>`;let{players:s,...r}=e,o=pt(s)?r:e;return l`<div class="fields">${fe(o,n)}</div>`},seat:({view:e,catalogue:t},n)=>{let s=E(e)&&pt(e.players)?e.players[n]:void 0;return s?l`<div class="fields">${fe(s,Cn(t))}</div>`:l`${p}`},table:()=>l`${p}`,score:()=>"",title:()=>"",weight:({acts:e})=>e.length&&e.every(t=>t.seat===-1)?.4:1,event:()=>""};function fe(e,t){let n=Object.entries(e),s=n.filter(([,o])=>!pt(o)&&!E(o)),r=n.filter(([,o])=>pt(o)||E(o));return l`<dl>
      ${s.map(([o,a])=>l`<div data-field=${o}>
            <dt>${Ct(o)}</dt>
            <dd>${ut(o,a,t)}</dd>
          </div>`)}
    </dl>
    ${r.map(([o,a])=>yr(o,a,t))}`}function yr(e,t,n){return l`<section data-field=${e}>
    <h3>${Ct(e)}</h3>
    ${pt(t)?br(t,n):E(t)?fe(t,n):p}
  </section>`}function br(e,t){let n=gr(e);return l`<div class="wide" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">#</th>
          ${n.map(s=>l`<th scope="col">${Ct(s)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map((s,r)=>l`<tr>
              <th scope="row">${r}</th>
              ${n.map(o=>l`<td>
                    ${o in s?ut(o,s[o]??null,t):""}
                  </td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function xr(e){return E(e)&&typeof e.name=="string"?e.name:""}function E(e){return typeof e=="object"&&e!==null&&!Array.isArray(e)}function pt(e){return Array.isArray(e)&&e.length>0&&e.every(E)}function wr(e){return e.charged_us===void 0||!e.limit_us?null:Math.max(0,Math.min(1,e.charged_us/e.limit_us))}function vr(e){let t=e.charged_us??e.think_us;return t===void 0?"":e.limit_us?`${dt(t)} of ${dt(e.limit_us)}`:dt(t)}function On(e,t){let n=wr(e);return l`<div class="clock">
    ${Vn(n,e.fault?"bar over":"bar")}
    <span class="clock-words">${vr(e)}</span>
    ${t>0&&e.bank_us!==void 0?l`${Vn(e.bank_us/t,"bar bank")}
            <span class="clock-words">bank ${dt(e.bank_us)}</span>`:p}
    ${e.refused?l`<span class="clock-words warn">${e.refused} refused</span>`:p}
  </div>`}function Vn(e,t){return e===null?p:l`<svg class=${t} width="100%" height="6" aria-hidden="true">
    ${h`<rect class="bar-all" width="100%" height="6" rx="3"/>
      <rect class="bar-used" width="${(e*100).toFixed(1)}%" height="6" rx="3"/>`}
  </svg>`}var kr="ABCDEF";function B(e){return e===-1?l`<span class="badge chance" title="Chance">◆</span>`:l`<span class="badge seat-${e}">${e}</span>`}function In(e,t,n){let{seats:s}=e.replay.document;return l`<section class="seats" aria-label="Seats">
    ${s.map((r,o)=>Tr(e,t,o,n))}
  </section>`}function Tr(e,t,n,s){let{replay:r,renderer:o,eye:a,step:i}=e,{document:c}=r,d=c.seats[n],u=r.lastAct(a,n,i),m=t.asked.find(w=>w.seat===n),f=u?.act.fault,$=u?.step===i,y=r.eyes.length>0;return l`<article
    class="seat seat-${n} ${m?"is-asked":""} ${$?"has-acted":""}"
    data-seat=${n}
    data-fault=${f??p}
    data-asked=${m?.prompt??p}
    aria-label="Seat ${n}"
  >
    <header>
      ${B(n)}
      <h2>
        <span class="bot">${d?.bot}</span>
        <span class="quiet version">${d?.version}</span>
      </h2>
      ${y?Dn("clan",()=>o.title(t,n)):p}
      ${Rr(c,n)}
      ${y?Dn("score",()=>o.score(t,n)):p}
    </header>
    ${Ar(e,n)} ${u?On(u.act,s):p}
    ${f?l`<p class="fault">
            <strong>${f}</strong>: the referee answered${$?"":` at step ${u.step}`}
            ${u.act.evidence?l`<span class="evidence">${u.act.evidence}</span>`:p}
          </p>`:p}
    ${m?l`<p class="asked">asked: ${Q(c,m.prompt)}</p>`:p}
    ${Mr(e,n)}
    ${y?U(`seat ${n}`,()=>o.seat(t,n)):p}
  </article>`}function Dn(e,t){return U(e,()=>{let n=t();return n?l`<span class=${e}>${n}</span>`:p})}function Rr({teams:e},t){let n=e[t];return n===void 0?p:l`<span class="quiet">team ${kr[n]??n}</span>`}function Ar(e,t){let{outcome:n}=e.replay.document;if(!n||e.step!==e.last)return p;let s=n.forfeits.find(r=>r.seat===t);return l`<p class="result" data-rank=${n.ranks[t]??p}>
    <strong>rank ${n.ranks[t]}</strong>, score ${n.scores[t]}
    ${s?l`<strong class="fault">forfeited: ${s.fault}</strong>`:p}
  </p>`}function Mr(e,t){let{replay:n,eye:s,step:r}=e,o=n.lastAct(s,t,r,a=>!!a.annotation);return o?l`<blockquote
    class="remark ${o.step===r?"":"old"}"
    data-remark=${o.step}
  >
    <p>${o.act.annotation}</p>
    ${o.step===r?p:l`<footer>step ${o.step}</footer>`}
  </blockquote>`:p}function Hn(e,t){let{document:n}=e.replay,{match:s}=n;return l`<header class="heading">
    <div class="title">
      <h1>${s.title}</h1>
      <p class="quiet id">${s.id}</p>
      ${n.live?l`<p class="live">
              live, ${n.live.delay_s?`${n.live.delay_s} s later`:"at once"}
            </p>`:p}
      <details class="facts">
        <summary>Match</summary>
        ${_r(n)}
      </details>
    </div>
    ${n.note?l`<p class="note" role="note">${n.note}</p>`:p}
    ${t?l`<p class="note" role="status" data-problem>${t}</p>`:p}
    ${Sr(e)}
  </header>`}function Sr(e){let{outcome:t,seats:n}=e.replay.document;if(!t||e.step!==e.last)return p;let s=n.map((r,o)=>({who:r,seat:o,rank:t.ranks[o]??0,score:t.scores[o]??0})).sort((r,o)=>r.rank-o.rank);return l`<div class="outcome" data-reason=${t.reason}>
    <h2>Result</h2>
    <ol>
      ${s.map(({who:r,seat:o,rank:a,score:i})=>l`<li class=${a===1?"first":""}>
            ${a}. ${B(o)} <span class="bot">${r.bot}</span> <strong>${i}</strong>
          </li>`)}
    </ol>
    <span class="quiet">${t.reason}</span>
  </div>`}function _r({match:e,seats:t}){let n=[["Game",`${e.game} ${e.version}, lawspeaker ${e.engine}`],["Clock",e.clock],["Started",jn(e.started_ms)],["Ended",e.ended_ms===null?"":jn(e.ended_ms)],["Seed",e.seed??""],["Seed's commitment",e.commitment],["Signed by",e.signed_by],...t.map((s,r)=>[`Seat ${r}`,[`${s.bot} ${s.version}`,s.sdk,s.identity&&`token ${s.identity}`].filter(o=>o).join(", ")]),...Object.entries(e.options)];return l`<dl>
    ${n.filter(([,s])=>s).map(([s,r])=>l`<div>
            <dt>${s}</dt>
            <dd>${r}</dd>
          </div>`)}
  </dl>`}function jn(e){return new Date(e).toISOString().replace("T"," ").replace(/\..*/," UTC")}var Bn=[{keys:[" "],shown:"Space",does:"play or pause",act:e=>e.toggle()},{keys:["ArrowRight"],shown:"→",does:"one step forward",act:e=>e.by(1)},{keys:["ArrowLeft"],shown:"←",does:"one step back",act:e=>e.by(-1)},{keys:["PageDown"],shown:"Page down",does:"next chapter",act:e=>e.byChapter(1)},{keys:["PageUp"],shown:"Page up",does:"beginning of the chapter, or the one before",act:e=>e.byChapter(-1)},{keys:["Home"],shown:"Home",does:"beginning",act:e=>e.go(0)},{keys:["End"],shown:"End",does:"end",act:e=>e.go(e.last)},{keys:["+","="],shown:"+",does:"faster",act:e=>e.faster(1)},{keys:["-"],shown:"−",does:"slower",act:e=>e.faster(-1)},{keys:["0","1","2","3","4","5"],shown:"0 to 5",does:"what this seat sees",act:(e,t)=>e.look(Number(t))},{keys:["a"],shown:"a",does:"all hands",act:e=>e.look(-2)},{keys:["s"],shown:"s",does:"what spectators see",act:e=>e.look(-1)}];function Gn(e,t){if(t.altKey||t.ctrlKey||t.metaKey||t.defaultPrevented)return!1;let n=t.target instanceof Element?t.target:null;if(n?.closest("select, textarea, input:not([type=range])")||t.key===" "&&n?.closest("button, summary, a"))return!1;let s=Bn.find(r=>r.keys.includes(t.key));return s?(t.preventDefault(),s.act(e,t.key),!0):!1}function qn(e){return l`<dialog id="help" aria-labelledby="help-title">
    <h2 id="help-title">Keys</h2>
    <dl class="keys">
      ${Bn.map(t=>l`<div>
            <dt><kbd>${t.shown}</kbd></dt>
            <dd>${t.does}</dd>
          </div>`)}
      <div>
        <dt><kbd>?</kbd></dt>
        <dd>this help</dd>
      </div>
    </dl>
    <button type="button" @click=${e}>Close</button>
  </dialog>`}var G={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},Lt=e=>(...t)=>({_$litDirective$:e,values:t}),Y=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,n,s){this._$Ct=t,this._$AM=n,this._$Ci=s}_$AS(t,n){return this.update(t,n)}update(t,n){return this.render(...n)}};var Pr={},Vt=Lt(class extends Y{constructor(){super(...arguments),this.ot=Pr}render(e,t){return t()}update(e,[t,n]){if(Array.isArray(t)){if(Array.isArray(this.ot)&&this.ot.length===t.length&&t.every((s,r)=>s===this.ot[r]))return k}else if(this.ot===t)return k;return this.ot=Array.isArray(t)?Array.from(t):t,this.render(t,n)}});var zn=60,Er=60;function Nr(e,t){let n=e.length?e:[{step:0,label:""}];return n.flatMap(({step:s,label:r},o)=>{let a=Math.min(n[o+1]?.step??1/0,t),i=[];for(let c=s+1;c<=a;c+=zn)i.push({from:c,to:Math.min(c+zn-1,a),label:ct(r)});return i})}function Cr(e,t){let n=0;return e.toReversed().map(({from:s,to:r})=>{let o=n===0||n+r-s<Er;return n+=r-s+1,t.get(s)??o}).toReversed()}function Un(e,t,n){let{replay:s,step:r}=e,o=Nr(s.document.chapters,r),a=Cr(o,t);return l`<section class="log" aria-label="Log" tabindex="0">
    ${o.length?p:l`<p class="quiet">The match begins.</p>`}
    ${o.map((i,c)=>{let d=a[c]??!1;return l`<details ?open=${d}>
        <summary @click=${m=>{m.preventDefault(),t.set(i.from,!d),n()}}>
          <span>${i.label||"Steps"}</span>
          <span class="quiet">${i.from}–${i.to}</span>
        </summary>
        <ol>
          ${d?Lr(e,i):p}
        </ol>
      </details>`})}
  </section>`}function*Lr({replay:e,eye:t,step:n},s){for(let r=s.from;r<=s.to;r++)yield l`<li data-step=${r} aria-current=${r===n?"step":p}>
      ${Vt([e,t,r],()=>Vr(e.document,r,e.acts(t,r),e.document.steps[r-1]))}
    </li>`}function Vr(e,t,n,s){return l`<a href="#step=${t}" tabindex="-1"
      >${n.map(r=>l`<span class="act" title=${Q(e,r.prompt)}
            >${B(r.seat)}
            ${Or(r)}${r.fault?l` <strong class="fault" data-fault=${r.fault}>${r.fault}</strong
                    >${r.evidence?l` <span class="fault">${r.evidence}</span>`:p}`:p}</span
          >`)}</a
    >${s?.changes?.length?l`<ul>
            ${s.changes.map(r=>l`<li>${r}</li>`)}
          </ul>`:p}`}function Or(e){return Nt(e)??l`<span class="quiet" data-hidden>hidden</span>`}function Fn(e){let t=e.querySelector(".log");t&&(t.scrollTop=t.scrollHeight)}var Ot=class{#s;#t;#n=null;#e=0;#o=[];#r=[];#a=[];#i=1;#l=null;constructor(t,n){this.#s=t,this.#t=n}of(t,n){if(t!==this.#n||n!==this.#e){let s=this.#n!==null&&n===this.#e&&t.last>=this.#n.last;this.#n=t,this.#e=n,this.#o=t.faults(n).map(r=>({step:r,fault:!0,word:`step ${r}: ${Dr(t,n,r)}`})),s||(this.#r=[],this.#i=1),this.#a=[...this.#r,...this.#o],this.#c()}return this.#a}#c(){this.#l!==null&&clearTimeout(this.#l),this.#l=setTimeout(()=>{this.#l=null;let t=this.#n;if(!t||t.eyes.length===0||this.#i>t.last)return;let n=performance.now()+8,s=this.#r.length;for(;this.#i<=t.last&&performance.now()<n;){let r=this.#i++,o=this.#s.event(t.scene(this.#e,r));o&&this.#r.push({step:r,word:`step ${r}: ${o}`,fault:!1})}this.#i<=t.last?this.#c():(this.#r.length>s||this.#a.length!==this.#r.length)&&(this.#a=[...this.#r,...this.#o],this.#t())})}};function Dr(e,t,n){return e.acts(t,n).filter(s=>s.fault).map(s=>`seat ${s.seat}, ${s.fault??""}`).join("; ")}var Ir=700,Dt=class{#s;#t;#n;#e=0;#o;#r=1;#a=null;constructor(t,n,s){this.#n=t,this.#s=n,this.#t=s,this.#o=t.eyes[0]??-1,this.live&&(this.#e=t.last)}get replay(){return this.#n}get renderer(){return this.#s}get step(){return this.#e}get last(){return this.#n.last}get eye(){return this.#o}get speed(){return this.#r}get playing(){return this.#a!==null}get live(){return!!this.#n.document.live}get place(){return{step:this.#e,eye:this.#o,speed:this.#r}}replace(t){let n=this.live&&this.#e===this.last;this.#n=t,t.eyes.includes(this.#o)||(this.#o=t.eyes[0]??-1),this.#e=n?t.last:Math.min(this.#e,t.last),this.#t()}go(t){this.#l(),this.#e=this.#c(t),this.#t()}by(t){this.go(this.#e+t)}byChapter(t){let{chapters:n}=this.#n.document,s=n.map(o=>o.step),r=t>0?s.find(o=>o>this.#e):s.findLast(o=>o<this.#e);this.go(r??(t>0?this.last:0))}look(t){!this.#n.eyes.includes(t)||t===this.#o||(this.#o=t,this.#t())}hurry(t){!D.includes(t)||t===this.#r||(this.#r=t,this.playing&&this.#i(),this.#t())}faster(t){this.hurry(D[D.indexOf(this.#r)+t]??this.#r)}visit({step:t,eye:n,speed:s}){n!==void 0&&this.look(n),s!==void 0&&this.hurry(s),t!==void 0&&this.#c(t)!==this.#e&&this.go(t)}toggle(){this.playing?this.#l():(this.#e===this.last&&(this.#e=0),this.#i()),this.#t()}#i(){this.#l();let t=this.#n.scene(this.#o,this.#e),n=Ir*this.#s.weight(t)/this.#r;this.#a=setTimeout(()=>{this.#l(),this.#e=this.#c(this.#e+1),this.#e<this.last&&this.#i(),this.#t()},n)}#l(){this.#a!==null&&clearTimeout(this.#a),this.#a=null}#c(t){return Math.max(0,Math.min(t,this.last))}};function Kn(e){let{replay:t,step:n,eye:s}=e,r=e.playing&&e.speed>1;return l`<div class="taken" aria-live=${r?"off":"polite"} aria-atomic="true">
    ${n===0?l`<p class="quiet">Before the first step.</p>`:t.acts(s,n).map(o=>jr(e,o))}
  </div>`}function jr(e,t){let{document:n}=e.replay,s=Nt(t),r=t.seat===-1?t.stream??t.prompt:Q(n,t.prompt);return l`<p data-act=${t.seat}>
    ${B(t.seat)} <strong>${Pn(n,t.seat)}</strong>
    <span class="question">${r}</span>
    <span class="arrow" aria-label="took">→</span>
    ${s===null?l`<span class="answer quiet" data-hidden>hidden</span>`:l`<span class="answer">${s}</span>`}
    ${t.fault?l`<strong class="fault" data-fault=${t.fault}
            >${t.fault}: the referee answered</strong
          >`:p}
  </p>`}var{I:si}=Se;var Zn=e=>e.strings===void 0;var Hr={},Wn=(e,t=Hr)=>e._$AH=t;var It=Lt(class extends Y{constructor(e){if(super(e),e.type!==G.PROPERTY&&e.type!==G.ATTRIBUTE&&e.type!==G.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!Zn(e))throw Error("`live` bindings can only contain a single expression")}render(e){return e}update(e,[t]){if(t===k||t===p)return t;let n=e.element,s=e.name;if(e.type===G.PROPERTY){if(t===n[s])return k}else if(e.type===G.BOOLEAN_ATTRIBUTE){if(!!t===n.hasAttribute(s))return k}else if(e.type===G.ATTRIBUTE&&n.getAttribute(s)===t+"")return k;return Wn(e),t}});var Br={first:h`<path d="M2 3H4.4V13H2ZM14 3V13L5.6 8Z" />`,"chapter back":h`<path d="M8.4 3V13L1.4 8ZM15 3V13L8 8Z" />`,back:h`<path d="M11 3V13L4 8Z" />`,play:h`<path d="M3.6 2.4V13.6L13.6 8Z" />`,stop:h`<path d="M4 3H7V13H4ZM9 3H12V13H9Z" />`,forward:h`<path d="M5 3V13L12 8Z" />`,"chapter forward":h`<path d="M1 3V13L8 8ZM7.6 3V13L14.6 8Z" />`,last:h`<path d="M2 3V13L10.4 8ZM11.6 3H14V13H11.6Z" />`};function Qn(e){return l`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${Br[e]}</svg>`}var Gr=6.6,Yn=10;function Jn(e,t){return t>0?e/t*100:0}function qr(e){let t=[];return e.map(({step:n,label:s})=>{let r=me(s),o=r.findIndex((a,i)=>a!==t[i]);return t=r,{step:n,major:o<=0,label:r[Math.max(o,0)]??"",title:ct(s)}})}function zr(e,t,n){let s=[];return[!0,!1].flatMap(o=>e.filter(a=>{if(a.major!==o)return!1;let i=Jn(a.step,t)/100*n,c=i+a.label.length*Gr+Yn;return c>n+Yn||s.some(d=>i<d.to&&c>d.from)?!1:(s.push({from:i,to:c}),!0)})).sort((o,a)=>o.step-a.step)}function Xn(e,t,n,s,r){let{replay:o,step:a,last:i}=e,{chapters:c}=o.document,d=c[o.chapter(a)]?.label,u=d?ct(d):"";return l`<footer class="timeline" aria-label="Timeline">
    <div class="track">
      ${Vt([o,t,n],()=>Fr(qr(c),t,i,n))}
      <input
        type="range"
        min="0"
        max=${i}
        step="1"
        aria-label="Step"
        aria-valuetext=${`Step ${a} of ${i}${u&&`, ${u}`}`}
        .value=${It(String(a))}
        @input=${m=>{m.target instanceof HTMLInputElement&&e.go(Number(m.target.value))}}
      />
    </div>
    <div class="controls">
      <div class="buttons" role="group" aria-label="Steps">
        ${q("first","First step",()=>e.go(0),a===0)}
        ${q("chapter back","Previous chapter",()=>e.byChapter(-1),a===0)}
        ${q("back","One step back",()=>e.by(-1),a===0)}
        ${q(e.playing?"stop":"play",e.playing?"Pause":"Play",()=>e.toggle(),i===0,"play")}
        ${q("forward","One step forward",()=>e.by(1),a===i)}
        ${q("chapter forward","Next chapter",()=>e.byChapter(1),a===i)}
        ${q("last","Last step",()=>e.go(i),a===i)}
      </div>
      <p class="where">
        <strong>${a}</strong> of ${i}${u?l` <span>${u}</span>`:p}
      </p>
      ${e.live&&a<i?l`<button type="button" class="to-live" @click=${()=>e.go(i)}>
              Go to live
            </button>`:p}
      <div class="choices">
        <label
          >Speed
          <select
            .value=${It(String(e.speed))}
            @change=${m=>{m.target instanceof HTMLSelectElement&&e.hurry(Number(m.target.value))}}
          >
            ${D.map(m=>l`<option value=${m} ?selected=${m===e.speed}>${m}×</option>`)}
          </select></label
        >
        ${Ur(e)}
        ${s?l`<button type="button" @click=${s}>Copy link</button>`:p}
        <button type="button" aria-label="Keys" aria-keyshortcuts="?" @click=${r}>?</button>
      </div>
    </div>
  </footer>`}function Ur(e){let{eyes:t,document:n}=e.replay;return t.length===0?p:l`<label
    >Seen by
    <select
      class="eyes"
      .value=${It(String(e.eye))}
      @change=${s=>{s.target instanceof HTMLSelectElement&&e.look(Number(s.target.value))}}
    >
      ${t.map(s=>l`<option value=${s} ?selected=${s===e.eye}>
            ${En(n,s)}
          </option>`)}
    </select></label
  >`}function Fr(e,t,n,s){let r=o=>`${Jn(o,n).toFixed(3)}%`;return l`<svg class="chapters" width="100%" height="34" aria-hidden="true">
    ${e.map(o=>h`<line class=${o.major?"tick major":"tick"} x1=${r(o.step)} x2=${r(o.step)}
          y1=${o.major?0:8} y2="20"><title>${o.title}</title></line>`)}
    ${zr(e,n,s).map(o=>h`<text class=${o.major?"major":""} x=${r(o.step)} dx="3" y="9">${o.label}</text>`)}
    ${t.map(o=>o.fault?h`<line class="mark fault" x1=${r(o.step)} x2=${r(o.step)} y1="22" y2="34"><title>${o.word}</title></line>`:h`<circle class="mark" cx=${r(o.step)} cy="28" r="2.5"><title>${o.word}</title></circle>`)}
  </svg>`}function q(e,t,n,s,r=""){return l`<button
    type="button"
    class=${r}
    aria-label=${t}
    title=${t}
    ?disabled=${s}
    @click=${n}
  >
    ${Qn(e)}
  </button>`}var jt=class{#s;#t;#n;#e;#o=new Map;#r="";#a=600;#i=0;#l=-1;#c={replay:null,largest:0};constructor(t,n){this.#s=t;let s=_n[n.document.match.game]??Ln,r=()=>this.#d();this.#t=new Dt(n,s,r),this.#n=new Ot(s,r),this.#e=new bt(o=>this.#t.visit(o)),this.#t.visit(this.#e.place),this.#p(),addEventListener("keydown",o=>this.#g(o)),new ResizeObserver(([o])=>{let a=Math.round(o?.contentRect.width??0);a&&a!==this.#a&&(this.#a=a,this.#d())}).observe(this.#h(".track"))}update(t,n){n!==this.#r&&(this.#r=n,this.#d()),t!==this.#t.replay&&this.#t.replace(t)}#d(){this.#i||(this.#i=requestAnimationFrame(()=>this.#p()))}#p(){this.#i=0;let t=this.#t;st(this.#f(),this.#s),t.step!==this.#l&&Fn(this.#s),this.#l=t.step,this.#e.write(t.place)}#f(){let t=this.#t,{replay:n,renderer:s,step:r,eye:o}=t,a=n.scene(o,r),i=n.eyes.length>0,c="clipboard"in navigator?()=>{this.#y()}:null;return l`${Hn(t,this.#r)}
      <main
        data-step=${r}
        data-steps=${t.last}
        data-eye=${o}
        data-game=${n.document.match.game}
        ?data-playing=${t.playing}
      >
        <section class="board" aria-label="Board">
          ${Kn(t)} ${i?U("board",()=>s.board(a)):p}
        </section>
        ${i?l`<section class="table" aria-label="Table">
                ${U("table",()=>s.table(a))}
              </section>`:p}
        ${In(t,a,this.#$(n))}
        ${Un(t,this.#o,()=>this.#d())}
      </main>
      ${Xn(t,this.#n.of(n,o),this.#a,c,()=>this.#m())}
      ${qn(()=>this.#u().close())}`}#$(t){if(this.#c.replay!==t){let n=t.document.steps.flatMap(s=>s.acts.map(r=>r.bank_us??0));this.#c={replay:t,largest:n.reduce((s,r)=>Math.max(s,r),0)}}return this.#c.largest}#g(t){this.#u().open||(t.key==="?"&&!t.ctrlKey&&!t.metaKey&&!t.altKey?this.#m():Gn(this.#t,t))}#m(){this.#u().showModal()}#u(){return this.#h("dialog")}async#y(){this.#e.writeNow(this.#t.place);try{await navigator.clipboard.writeText(location.href),this.#r=""}catch{this.#r="The browser does not let this page copy the address."}this.#d()}#h(t){let n=this.#s.querySelector(t);if(!n)throw new Error(`the page has no ${t}`);return n}};var J=class e{document;#s=new Map;#t;constructor(t){this.document=t,this.#t=t.seats.map(()=>[]),this.#n(0)}get last(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,n){let s=this.document.eyes.find(o=>o.eye===t);if(!s)return null;let r=this.#s.get(t);r||this.#s.set(t,r=[]);for(let o=r.length;o<=n;o++){let a=s.views[o]??null,i=r[o-1]??null;r.push(a===null?i:o===0?a:xt(i,a))}return r[n]??null}acts(t,n){let s=this.document.steps[n-1]?.acts??[],r=this.document.eyes.find(o=>o.eye===t)?.acts;return r?s.map((o,a)=>{let i=r[`${n-1}.${a}`];return i?{...o,...i}:o}):s}asked(t){let n=this.document.steps[t];return n?n.acts.filter(s=>s.seat>=0).map(s=>({seat:s.seat,prompt:s.prompt})):this.document.asked}scene(t,n){let{catalogue:s,seats:r,teams:o}=this.document;return{view:this.view(t,n),before:n>0?this.view(t,n-1):null,catalogue:s,seats:r,teams:o,acts:this.acts(t,n),asked:this.asked(n),eye:t}}lastAct(t,n,s,r=()=>!0){let o=this.#t[n]??[];for(let a=ts(o,s);a>=0;a--){let i=o[a]??0,c=this.acts(t,i).find(d=>d.seat===n&&r(d));if(c)return{step:i,act:c}}return null}faults(t){let n=[];for(let s=1;s<=this.last;s++)this.acts(t,s).some(r=>r.fault)&&n.push(s);return n}chapter(t){return ts(this.document.chapters.map(n=>n.step),t)}with(t){if(t.from!==this.last)return null;let n=this.document,s=new e({...n,match:t.match??n.match,prompts:{...n.prompts,...t.prompts},steps:[...n.steps,...t.steps],chapters:[...n.chapters,...t.chapters],asked:t.asked,eyes:n.eyes.map(r=>{let o=t.eyes.find(a=>a.eye===r.eye);return o?{eye:r.eye,views:[...r.views,...o.views],acts:{...r.acts,...o.acts}}:r}),outcome:t.outcome??n.outcome,note:t.note??n.note});for(let[r,o]of this.#s)s.#s.set(r,o);return s}#n(t){for(let n=t;n<this.last;n++)for(let s of this.document.steps[n]?.acts??[])this.#t[s.seat]?.push(n+1)}};function ts(e,t){let n=0,s=e.length;for(;n<s;){let r=n+s>>1;(e[r]??0)<=t?n=r+1:s=r}return n-1}var es=1e3,Kr=15e3;async function ns(){let e=document.getElementById("match");if(!e?.textContent)return null;let t=Uint8Array.from(atob(e.textContent),s=>s.charCodeAt(0)),n=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return rs(JSON.parse(await new Response(n).text()))}var Ht=class{#s=`${location.pathname.replace(/\/$/,"")}/frames`;async document(){return rs(await this.#t(this.#s))}async news(t){return await this.#t(`${this.#s}?from=${t}`)}async#t(t){let n=await fetch(t,{cache:"no-cache"});if(n.status===304)return null;if(n.status===404)throw new Error("the server does not know this match");if(!n.ok)throw new Error(`the server answers ${n.status} ${n.statusText}`);return n.json()}};async function ss(e,t,n){let s=t,r=es;for(;s.document.live;){await Wr(r);try{let o=await e.news(s.last),a=o?await Zr(e,s,o):s;r=es,s=a,n(s,"")}catch(o){r=Math.min(r*2,Kr),n(s,`No news: ${$e(o)}. Asking again in ${Math.round(r/1e3)} seconds.`)}}}async function Zr(e,t,n){return(n.live&&!n.reload?t.with(n):null)??new J(await e.document())}function $e(e){return e instanceof TypeError?"the server does not answer":e instanceof Error?e.message:String(e)}function rs(e){if(e?.format!==1)throw new Error("this match is in a format that this page does not know");return e}function Wr(e){return new Promise(t=>setTimeout(t,e))}async function Qr(e){let t=n=>st(n,e);t(l`<p class="status" role="status">Loading the match.</p>`);try{let n=await ns(),s=n?null:new Ht,r=n??await s?.document();if(!r)throw new Error("there is no match in this page");let o=new J(r);document.title=`${r.match.title}: ${r.match.id}`,st(l``,e);let a=new jt(e,o);s&&await ss(s,o,(i,c)=>a.update(i,c))}catch(n){t(l`<p class="status fault" role="alert">The match cannot be shown: ${$e(n)}.</p>`)}}var os=document.getElementById("viewer");os&&Qr(os);})();
