"use strict";(()=>{var vt=globalThis,Gt=s=>s,Y=vt.trustedTypes,Ft=Y?Y.createPolicy("lit-html",{createHTML:s=>s}):void 0,wt="$lit$",T=`lit$${Math.random().toFixed(9).slice(2)}$`,xt="?"+T,Xe=`<${xt}>`,C=document,F=()=>C.createComment(""),Z=s=>s===null||typeof s!="object"&&typeof s!="function",At=Array.isArray,qt=s=>At(s)||typeof s?.[Symbol.iterator]=="function",bt=`[ 	
\f\r]`,G=/<(?:(!--|\/[^a-zA-Z])|(\/?[a-zA-Z][^>\s]*)|(\/?$))/g,Zt=/-->/g,zt=/>/g,E=RegExp(`>|${bt}(?:([^\\s"'>=/]+)(${bt}*=${bt}*(?:[^ 	
\f\r"'\`<>=]|("|')|))|$)`,"g"),Kt=/'/g,Wt=/"/g,Qt=/^(?:script|style|textarea|title)$/i,_t=s=>(t,...e)=>({_$litType$:s,strings:t,values:e}),d=_t(1),f=_t(2),Os=_t(3),w=Symbol.for("lit-noChange"),u=Symbol.for("lit-nothing"),Yt=new WeakMap,N=C.createTreeWalker(C,129);function Jt(s,t){if(!At(s)||!s.hasOwnProperty("raw"))throw Error("invalid template strings array");return Ft!==void 0?Ft.createHTML(t):t}var Xt=(s,t)=>{let e=s.length-1,n=[],r,o=t===2?"<svg>":t===3?"<math>":"",i=G;for(let l=0;l<e;l++){let a=s[l],c,p,m=-1,h=0;for(;h<a.length&&(i.lastIndex=h,p=i.exec(a),p!==null);)h=i.lastIndex,i===G?p[1]==="!--"?i=Zt:p[1]!==void 0?i=zt:p[2]!==void 0?(Qt.test(p[2])&&(r=RegExp("</"+p[2],"g")),i=E):p[3]!==void 0&&(i=E):i===E?p[0]===">"?(i=r??G,m=-1):p[1]===void 0?m=-2:(m=i.lastIndex-p[2].length,c=p[1],i=p[3]===void 0?E:p[3]==='"'?Wt:Kt):i===Wt||i===Kt?i=E:i===Zt||i===zt?i=G:(i=E,r=void 0);let $=i===E&&s[l+1].startsWith("/>")?" ":"";o+=i===G?a+Xe:m>=0?(n.push(c),a.slice(0,m)+wt+a.slice(m)+T+$):a+T+(m===-2?l:$)}return[Jt(s,o+(s[e]||"<?>")+(t===2?"</svg>":t===3?"</math>":"")),n]},z=class s{constructor({strings:t,_$litType$:e},n){let r;this.parts=[];let o=0,i=0,l=t.length-1,a=this.parts,[c,p]=Xt(t,e);if(this.el=s.createElement(c,n),N.currentNode=this.el.content,e===2||e===3){let m=this.el.content.firstChild;m.replaceWith(...m.childNodes)}for(;(r=N.nextNode())!==null&&a.length<l;){if(r.nodeType===1){if(r.hasAttributes())for(let m of r.getAttributeNames())if(m.endsWith(wt)){let h=p[i++],$=r.getAttribute(m).split(T),y=/([.?@])?(.*)/.exec(h);a.push({type:1,index:o,name:y[2],strings:$,ctor:y[1]==="."?Q:y[1]==="?"?J:y[1]==="@"?X:H}),r.removeAttribute(m)}else m.startsWith(T)&&(a.push({type:6,index:o}),r.removeAttribute(m));if(Qt.test(r.tagName)){let m=r.textContent.split(T),h=m.length-1;if(h>0){r.textContent=Y?Y.emptyScript:"";for(let $=0;$<h;$++)r.append(m[$],F()),N.nextNode(),a.push({type:2,index:++o});r.append(m[h],F())}}}else if(r.nodeType===8)if(r.data===xt)a.push({type:2,index:o});else{let m=-1;for(;(m=r.data.indexOf(T,m+1))!==-1;)a.push({type:7,index:o}),m+=T.length-1}o++}}static createElement(t,e){let n=C.createElement("template");return n.innerHTML=t,n}};function L(s,t,e=s,n){if(t===w)return t;let r=n!==void 0?e._$Co?.[n]:e._$Cl,o=Z(t)?void 0:t._$litDirective$;return r?.constructor!==o&&(r?._$AO?.(!1),o===void 0?r=void 0:(r=new o(s),r._$AT(s,e,n)),n!==void 0?(e._$Co??=[])[n]=r:e._$Cl=r),r!==void 0&&(t=L(s,r._$AS(s,t.values),r,n)),t}var q=class{constructor(t,e){this._$AV=[],this._$AN=void 0,this._$AD=t,this._$AM=e}get parentNode(){return this._$AM.parentNode}get _$AU(){return this._$AM._$AU}u(t){let{el:{content:e},parts:n}=this._$AD,r=(t?.creationScope??C).importNode(e,!0);N.currentNode=r;let o=N.nextNode(),i=0,l=0,a=n[0];for(;a!==void 0;){if(i===a.index){let c;a.type===2?c=new D(o,o.nextSibling,this,t):a.type===1?c=new a.ctor(o,a.name,a.strings,this,t):a.type===6&&(c=new tt(o,this,t)),this._$AV.push(c),a=n[++l]}i!==a?.index&&(o=N.nextNode(),i++)}return N.currentNode=C,r}p(t){let e=0;for(let n of this._$AV)n!==void 0&&(n.strings!==void 0?(n._$AI(t,n,e),e+=n.strings.length-2):n._$AI(t[e])),e++}},D=class s{get _$AU(){return this._$AM?._$AU??this._$Cv}constructor(t,e,n,r){this.type=2,this._$AH=u,this._$AN=void 0,this._$AA=t,this._$AB=e,this._$AM=n,this.options=r,this._$Cv=r?.isConnected??!0}get parentNode(){let t=this._$AA.parentNode,e=this._$AM;return e!==void 0&&t?.nodeType===11&&(t=e.parentNode),t}get startNode(){return this._$AA}get endNode(){return this._$AB}_$AI(t,e=this){t=L(this,t,e),Z(t)?t===u||t==null||t===""?(this._$AH!==u&&this._$AR(),this._$AH=u):t!==this._$AH&&t!==w&&this._(t):t._$litType$!==void 0?this.$(t):t.nodeType!==void 0?this.T(t):qt(t)?this.k(t):this._(t)}O(t){return this._$AA.parentNode.insertBefore(t,this._$AB)}T(t){this._$AH!==t&&(this._$AR(),this._$AH=this.O(t))}_(t){this._$AH!==u&&Z(this._$AH)?this._$AA.nextSibling.data=t:this.T(C.createTextNode(t)),this._$AH=t}$(t){let{values:e,_$litType$:n}=t,r=typeof n=="number"?this._$AC(t):(n.el===void 0&&(n.el=z.createElement(Jt(n.h,n.h[0]),this.options)),n);if(this._$AH?._$AD===r)this._$AH.p(e);else{let o=new q(r,this),i=o.u(this.options);o.p(e),this.T(i),this._$AH=o}}_$AC(t){let e=Yt.get(t.strings);return e===void 0&&Yt.set(t.strings,e=new z(t)),e}k(t){At(this._$AH)||(this._$AH=[],this._$AR());let e=this._$AH,n,r=0;for(let o of t)r===e.length?e.push(n=new s(this.O(F()),this.O(F()),this,this.options)):n=e[r],n._$AI(o),r++;r<e.length&&(this._$AR(n&&n._$AB.nextSibling,r),e.length=r)}_$AR(t=this._$AA.nextSibling,e){for(this._$AP?.(!1,!0,e);t!==this._$AB;){let n=Gt(t).nextSibling;Gt(t).remove(),t=n}}setConnected(t){this._$AM===void 0&&(this._$Cv=t,this._$AP?.(t))}},H=class{get tagName(){return this.element.tagName}get _$AU(){return this._$AM._$AU}constructor(t,e,n,r,o){this.type=1,this._$AH=u,this._$AN=void 0,this.element=t,this.name=e,this._$AM=r,this.options=o,n.length>2||n[0]!==""||n[1]!==""?(this._$AH=Array(n.length-1).fill(new String),this.strings=n):this._$AH=u}_$AI(t,e=this,n,r){let o=this.strings,i=!1;if(o===void 0)t=L(this,t,e,0),i=!Z(t)||t!==this._$AH&&t!==w,i&&(this._$AH=t);else{let l=t,a,c;for(t=o[0],a=0;a<o.length-1;a++)c=L(this,l[n+a],e,a),c===w&&(c=this._$AH[a]),i||=!Z(c)||c!==this._$AH[a],c===u?t=u:t!==u&&(t+=(c??"")+o[a+1]),this._$AH[a]=c}i&&!r&&this.j(t)}j(t){t===u?this.element.removeAttribute(this.name):this.element.setAttribute(this.name,t??"")}},Q=class extends H{constructor(){super(...arguments),this.type=3}j(t){this.element[this.name]=t===u?void 0:t}},J=class extends H{constructor(){super(...arguments),this.type=4}j(t){this.element.toggleAttribute(this.name,!!t&&t!==u)}},X=class extends H{constructor(t,e,n,r,o){super(t,e,n,r,o),this.type=5}_$AI(t,e=this){if((t=L(this,t,e,0)??u)===w)return;let n=this._$AH,r=t===u&&n!==u||t.capture!==n.capture||t.once!==n.once||t.passive!==n.passive,o=t!==u&&(n===u||r);r&&this.element.removeEventListener(this.name,this,n),o&&this.element.addEventListener(this.name,this,t),this._$AH=t}handleEvent(t){typeof this._$AH=="function"?this._$AH.call(this.options?.host??this.element,t):this._$AH.handleEvent(t)}},tt=class{constructor(t,e,n){this.element=t,this.type=6,this._$AN=void 0,this._$AM=e,this.options=n}get _$AU(){return this._$AM._$AU}_$AI(t){L(this,t)}},te={M:wt,P:T,A:xt,C:1,L:Xt,R:q,D:qt,V:L,I:D,H,N:J,U:X,B:Q,F:tt},ts=vt.litHtmlPolyfillSupport;ts?.(z,D),(vt.litHtmlVersions??=[]).push("3.3.3");var O=(s,t,e)=>{let n=e?.renderBefore??t,r=n._$litPart$;if(r===void 0){let o=e?.renderBefore??null;n._$litPart$=r=new D(t.insertBefore(F(),o),o,void 0,e??{})}return r._$AI(s),r};async function ee(s,t){let e=1e3;for(;;)if(await new Promise(n=>setTimeout(n,e)),!document.hidden)try{let n=await fetch(`${location.pathname}/frames?from=${s.steps}`);if(!n.ok&&n.status!==304)throw new Error(`the server answered ${n.status}`);let r=n.status===304?null:await n.json();if(r?.reload){location.reload();return}if(e=1e3,t.tell(""),r?.steps.length){let o=t.atEnd;s.add(r),o?t.go(s.steps):t.draw()}}catch(n){e=Math.min(3e4,e*2);let r=n instanceof Error?n.message:String(n);t.tell(`No news of the match: ${r}. Trying again in ${Math.round(e/1e3)} s.`)}}var k={ATTRIBUTE:1,CHILD:2,PROPERTY:3,BOOLEAN_ATTRIBUTE:4,EVENT:5,ELEMENT:6},et=s=>(...t)=>({_$litDirective$:s,values:t}),I=class{constructor(t){}get _$AU(){return this._$AM._$AU}_$AT(t,e,n){this._$Ct=t,this._$AM=e,this._$Ci=n}_$AS(t,e){return this.update(t,e)}update(t,e){return this.render(...e)}};var{I:es}=te,se=s=>s;var re=s=>s.strings===void 0,ne=()=>document.createComment(""),B=(s,t,e)=>{let n=s._$AA.parentNode,r=t===void 0?s._$AB:t._$AA;if(e===void 0){let o=n.insertBefore(ne(),r),i=n.insertBefore(ne(),r);e=new es(o,i,s,s.options)}else{let o=e._$AB.nextSibling,i=e._$AM,l=i!==s;if(l){let a;e._$AQ?.(s),e._$AM=s,e._$AP!==void 0&&(a=s._$AU)!==i._$AU&&e._$AP(a)}if(o!==r||l){let a=e._$AA;for(;a!==o;){let c=se(a).nextSibling;se(n).insertBefore(a,r),a=c}}}return e},M=(s,t,e=s)=>(s._$AI(t,e),s),ss={},st=(s,t=ss)=>s._$AH=t,oe=s=>s._$AH,nt=s=>{s._$AR(),s._$AA.remove()};var ie=et(class extends I{constructor(s){if(super(s),s.type!==k.PROPERTY&&s.type!==k.ATTRIBUTE&&s.type!==k.BOOLEAN_ATTRIBUTE)throw Error("The `live` directive is not allowed on child or event bindings");if(!re(s))throw Error("`live` bindings can only contain a single expression")}render(s){return s}update(s,[t]){if(t===w||t===u)return t;let e=s.element,n=s.name;if(s.type===k.PROPERTY){if(t===e[n])return w}else if(s.type===k.BOOLEAN_ATTRIBUTE){if(!!t===e.hasAttribute(n))return w}else if(s.type===k.ATTRIBUTE&&e.getAttribute(n)===t+"")return w;return st(s),t}});var j=[1,2,4,8];function Tt(s,t,e,n){let r=new URLSearchParams(s.replace(/^#/,"")),o={...t},i=St(r.get("step"));i!==null&&i>=0&&(o.step=Math.min(i,n));let l=St(r.get("eye"));l!==null&&e.includes(l)&&(o.eye=l);let a=St(r.get("speed"));return a!==null&&j.some(c=>c===a)&&(o.speed=a),o}function ae(s){let t=s.speed===1?"":`&speed=${s.speed}`;return`#step=${s.step}&eye=${s.eye}${t}`}function St(s){return s!==null&&/^-?\d{1,9}$/.test(s)?Number(s):null}function rt(s,t){if(!le(t))return t;if(Array.isArray(s)){let n=[...s];for(let[r,o]of Object.entries(t))n[Number(r)]=rt(n[Number(r)]??null,o);return n}if(!le(s))return t;let e={...s};for(let[n,r]of Object.entries(t))e[n]=rt(s[n]??null,r);return e}function le(s){return typeof s=="object"&&s!==null&&!Array.isArray(s)}var pe={board(s){let t=Object.entries(V(s.view)).filter(([e])=>e!=="players");return d`<div class="generic">${kt(Object.fromEntries(t),s)}</div>`},seat(s,t){let e=ce(s.view)[t];return e?d`<div class="generic">${kt(e,s)}</div>`:d`${u}`},table:()=>d`${u}`,score:(s,t)=>me(ce(s.view)[t]?.score??null),title:()=>"",weight:s=>s.acts.every(t=>t.stream!==void 0)?.4:1,event:()=>""};function ns(s,t,e){let n=V(s),r=n[t]??n[`${t}s`],o=Array.isArray(r)?r[e]:void 0;return me(V(o??null).name??null)}function ce(s){let t=V(s).players;return Array.isArray(t)?t.map(V):[]}function V(s){return typeof s=="object"&&s!==null&&!Array.isArray(s)?s:{}}function me(s){return typeof s=="string"||typeof s=="number"||typeof s=="boolean"?String(s):""}function kt(s,t){let e=Object.entries(s).filter(([,r])=>!de(r)),n=Object.entries(s).filter(([,r])=>de(r));return d`<dl>
      ${e.map(([r,o])=>d`<div>
            <dt>${it(r)}</dt>
            <dd data-field=${r}>${ot(r,o,t)}</dd>
          </div>`)}
    </dl>
    ${n.map(([r,o])=>d`<section>
          <h4>${it(r)}</h4>
          ${rs(o,t)}
        </section>`)}`}function de(s){return typeof s=="object"&&s!==null&&(!Array.isArray(s)||s.some(t=>typeof t=="object"))}function rs(s,t){if(!Array.isArray(s))return kt(V(s),t);let e=s.map(V),n=[...new Set(e.flatMap(r=>Object.keys(r)))];return d`<div class="wide">
    <table>
      <thead>
        <tr>
          ${n.map(r=>d`<th scope="col">${it(r)}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${e.map(r=>d`<tr>
              ${n.map(o=>d`<td>${ot(o,r[o]??null,t)}</td>`)}
            </tr>`)}
      </tbody>
    </table>
  </div>`}function ot(s,t,e){return t===null?"none":Array.isArray(t)?t.map(n=>ot(s,n,e)).join(", ")||"none":typeof t=="object"?Object.entries(t).map(([n,r])=>`${it(n)} ${ot(n,r,e)}`).join(", "):typeof t=="number"?`${t} ${ns(e.catalogue,s,t)}`.trimEnd():String(t)}function it(s){return s.replaceAll("_"," ")}var ve=[[1,0],[1,1],[0,1],[0,0]],ue=.24,he=.36,os=.06,Rt=.3,fe=[.22,.14],$e=.12,is=.17;function Nt(s,t){let e=ge.get(s);return e||ge.set(s,e=[]),e[t]??=ls(s,t)}var ge=new WeakMap;function as(s,t){let e=s.areas[t];if(!e)return 0;let{food:n,wood:r,lore:o,small:i,carved:l,large:a,lairs:c}=e;return n+r+o+i+l+a+c}function ye([s,t],e){let n=!1;return e.forEach(([r,o],i)=>{let[l,a]=e[(i+1)%e.length]??[0,0];o>t!=a>t&&s<(l-r)*(t-o)/(a-o)+r&&(n=!n)}),n}function ls(s,t){let e=([l,a])=>t===0?[l,a]:t===1?[1-a,l]:t===2?[1-l,1-a]:[a,1-l],n=new Et(s),r=n.trace(),o=r.polygons.map(l=>l.map(e)),i=o.map((l,a)=>{let c=n.enclosed.find(m=>m!==a),p=c===void 0||n.enclosed.includes(a)?void 0:o[c];return ds(l,1+as(s,a),p)});return{polygons:o,lines:r.lines.map(l=>({...l,points:l.points.map(e)})),places:i}}var Et=class{enclosed;sides;kinds=new Map;polygons;lines=[];constructor(t){this.sides=t.sides,this.polygons=t.areas.map(()=>[]),this.enclosed=t.areas.map((e,n)=>n).filter(e=>!t.sides.includes(e));for(let{first:e,second:n,kind:r}of t.borders)this.kinds.set(Mt(e,n),r)}trace(){let t=[0,1,2,3].filter(e=>this.side(e)!==this.side(e+1));t.length===0?this.polygons[this.side(0)]=[...ve]:this.enclosed.length?this.aroundCore(t):t.length===2?this.oneLine(t):t.length===3?this.joint(t):this.side(0)===this.side(2)||this.side(1)===this.side(3)?this.band():this.twoJoints();for(let e of this.enclosed)this.polygons[e]=Pt(),t.length===0&&this.line(this.side(0),e,[...Pt(),...Pt().slice(0,1)]);return{polygons:this.polygons,lines:this.lines}}side(t){return this.sides[t%4]??0}line(t,e,n){let r=this.kinds.get(Mt(t,e));r!==void 0&&this.lines.push({first:Math.min(t,e),second:Math.max(t,e),kind:r,points:n})}aroundCore(t){let e=n=>Ct((v(n)[0]-.5)*Math.SQRT2,(v(n)[1]-.5)*Math.SQRT2);t.forEach((n,r)=>{let o=t[(r+1)%t.length]??n,i=this.side(n+1),l=cs(e(n),(o-n+4)%4||4);this.polygons[i]=[...at(n,o),...l.reverse()],this.line(this.side(n),i,[v(n),e(n)]);for(let a of this.enclosed)this.line(i,a,l)})}oneLine([t=0,e=0]){let n=(e-t+4)%4===1?he:(t-e+4)%4===1?-he:os,r=lt(v(t),v(e),n),[o,i]=[this.side(t+1),this.side(e+1)];this.line(o,i,r),this.polygons[o]=[...at(t,e),...r.slice(1,-1).reverse()],this.polygons[i]=[...at(e,t),...r.slice(1,-1)]}joint(t){let e=[0,1,2,3].find(o=>!t.includes(o))??0,n=v(e+2),r=[.5+$e*(n[0]-.5),.5+$e*(n[1]-.5)];t.forEach((o,i)=>{let l=this.side(o+1);this.polygons[l]=[...at(o,t[(i+1)%3]??o),r],this.line(this.side(o),l,[v(o),r])})}band(){let t=this.side(1)===this.side(3),[e,n]=t?[[3,0],[1,2]]:[[0,1],[2,3]],r=t?this.side(1):this.side(0);for(let[o,i]of[e,n]){let l=lt(v(o),v(i),Rt);this.line(this.side(i),r,l),this.polygons[this.side(i)]=[...l].reverse()}this.polygons[r]=[...lt(v(e[0]),v(e[1]),Rt),...lt(v(n[0]),v(n[1]),Rt)]}twoJoints(){let t=this.kinds.has(Mt(this.side(3),this.side(1))),e=is,[n,r]=t?[[.5,.5-e],[.5,.5+e]]:[[.5-e,.5],[.5+e,.5]],o=t?[n,r,r,n]:[r,r,n,n];for(let i=0;i<4;i+=1){let l=(i+1)%4,[a,c]=[o[i]??n,o[l]??n];this.polygons[this.side(l)]=[v(i),v(l),...a===c?[a]:[c,a]],this.line(this.side(i),this.side(l),[v(i),a])}t?this.line(this.side(3),this.side(1),[n,r]):this.line(this.side(0),this.side(2),[n,r])}};function Mt(s,t){return`${Math.min(s,t)} ${Math.max(s,t)}`}function v(s){return ve[s%4]??[0,0]}function at(s,t){let e=[v(s)];for(let n=s+1;;n+=1)if(e.push(v(n)),n%4===t%4)return e}function lt([s,t],[e,n],r,o=10){let[i,l]=[e-s,n-t];return Array.from({length:o+1},(a,c)=>{let p=c/o,m=r*Math.sin(Math.PI*p);return[s+i*p-l*m,t+l*p+i*m]})}function Ct(s,t){return[.5+ue*s,.5+ue*t]}function Pt(){return Array.from({length:24},(s,t)=>Ct(Math.cos(Math.PI*t/12),Math.sin(Math.PI*t/12)))}function cs([s,t],e){let n=Math.atan2(t-.5,s-.5),r=e*6;return Array.from({length:r+1},(o,i)=>{let l=n+Math.PI/2*e*i/r;return Ct(Math.cos(l),Math.sin(l))})}function ds(s,t,e){let r=[];for(let i=1;i<40;i+=1)for(let l=1;l<40;l+=1){let a=[i/40,l/40];!ye(a,s)||e&&ye(a,e)||r.push({at:a,gap:Math.min(be(a,s),e?be(a,e):1)})}let o=[];for(;o.length<t&&r.length;){let i=r[0],l=-1;for(let a of r){let c=Math.min(a.gap*1.6,...o.map((p,m)=>ps(a.at,p,m===0)));c>l&&([i,l]=[a,c])}i&&o.push(i.at)}return o}function ps([s,t],[e,n],r){let[o,i]=[Math.abs(s-e),Math.abs(t-n)];return r?.04+Math.hypot(Math.max(0,o-fe[0]),Math.max(0,i-fe[1]))+Math.hypot(o,i)/20:Math.hypot(o,i)}function be([s,t],e){let n=9;return e.forEach(([r,o],i)=>{let[l,a]=e[(i+1)%e.length]??[0,0],[c,p]=[l-r,a-o],m=c*c+p*p,h=m?Math.max(0,Math.min(1,((s-r)*c+(t-o)*p)/m)):0;n=Math.min(n,Math.hypot(s-r-h*c,t-o-h*p))}),n}function dt(s){if(s<1e3)return`${s} µs`;if(s<1e6)return`${s<1e4?(s/1e3).toFixed(1):Math.round(s/1e3)} ms`;if(s<6e7)return`${(s/1e6).toFixed(1)} s`;let t=Math.round(s/1e6);return`${Math.floor(t/60)} min ${t%60} s`}function we(s){return new Date(s).toLocaleString(void 0,{dateStyle:"medium",timeStyle:"short"})}function P(s,t){let e=s[t]?.bot??"";return e===""?"unknown":e}function pt(s,t){return t===-1?"Chance":`Seat ${t} · ${P(s,t)}`}function xe(s,t){return t===-2?"All hands":t===-1?"Spectator":`Seat ${t}: ${P(s,t)}`}function A(s,t){return`${s} ${t}${s===1?"":"s"}`}function mt(s){let t=s%10,e=Math.floor(s/10)%10===1;return`${s}${e?"th":t===1?"st":t===2?"nd":t===3?"rd":"th"}`}function _e({acts:s,view:t}){let e=new Set,n=[];for(let r of s)for(let o of r.chosen??[])for(let[i,l]of Object.entries(o)){i==="move"&&n.push({from:Lt(l.source),to:Lt(l.target),units:Lt(l.units),seat:r.seat});let a=l.territory;typeof a=="number"&&e.add(Ae(a,t)),i==="place_tile"&&hs(t).forEach(c=>e.add(c))}return t.combat&&e.add(Ae(t.combat.territory,t)),{territories:e,moves:n}}function Se(s,t){return s.moves.map(({from:e,to:n,units:r,seat:o})=>{let[i,l]=[t(e),t(n)];if(!i||!l)return f``;let[a,c]=[l[0]-i[0],l[1]-i[1]],p=Math.hypot(a,c)||1,[m,h]=[a/p,c/p],[$,y]=[i[0]+m*12,i[1]+h*12],[b,x]=[l[0]-m*16,l[1]-h*16],g=`${b+m*8},${x+h*8} ${b-h*6},${x+m*6} ${b+h*6},${x-m*6}`;return f`<g class="move of-${o}" data-from=${e} data-to=${n}><title>${A(r,"unit")} from ${e} to ${n}</title>
      <line x1=${$} y1=${y} x2=${b} y2=${x} /><polygon points=${g} /></g>`})}function Ae(s,t){return t.layout?.area_territory[s]??s}function hs(s){return(s.layout?.area_territory??[]).slice(-1)}function Lt(s){return typeof s=="number"?s:0}var Te=["push","declare","forces","food","roll","reroll","die","bonus","suffered","winner","casualties","retreat","settle"],Ht=[["?","not rolled yet"],["2","2 points"],["3","3 points"],["1 / ×","1 point or 1 casualty"],["2 ×","2 points and 1 casualty"],["× ×","2 casualties"],["1 ×","1 point and 1 casualty"]],fs={0:"Scorched Earth",1:"High Tide"};function jt(s){return fs[s]??`Ancestral Equipment ${s-10}`}function ke(s,t){return s.cards[t]?.name??`card ${t}`}function Re(s,t){return s.clans[t]?.name??""}function U(s,t){return s.buildings[t]?.name??`building ${t}`}function K(s,t){return s.figures[t]?.name??`figure ${t}`}var Me={food:f`<path d="M0 -2.4C3 -5 6 -3 5.4 0.6 5 3.6 3 5.4 1 5.2 0.4 5 -0.4 5 -1 5.2 -3 5.4 -5 3.6 -5.4 0.6 -6 -3 -3 -5 0 -2.4Z" /><path class="stem" d="M0 -2.6Q0.2 -5 2 -6" />`,wood:f`<rect x="-6" y="-4.6" width="12" height="4" rx="2" /><rect x="-6" y="0.6" width="12" height="4" rx="2" />`,lore:f`<path d="M0 -3.4C-1.6 -5 -4 -5 -6 -4.4V4C-4 3.4 -1.6 3.6 0 5 1.6 3.6 4 3.4 6 4V-4.4C4 -5 1.6 -5 0 -3.4Z" /><path class="stem" d="M0 -3.4V5" />`,lair:f`<path d="M-6 5C-6 -2 -3.4 -5.4 0 -5.4S6 -2 6 5H3C3 1 2 -1 0 -1S-3 1 -3 5Z" />`,small:f`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" />`,carved:f`<rect x="-4.4" y="-4.4" width="8.8" height="8.8" rx="1" /><path class="stem" d="M-1.4 3V-3L1.8 -0.8M-1.4 0L1.8 2.4" />`,large:f`<rect x="-6" y="-6" width="12" height="12" rx="1.4" /><rect class="inner" x="-3.8" y="-3.8" width="7.6" height="7.6" />`},ut={food:"food",wood:"wood",lore:"lore",lair:"creature lair",small:"free small space",carved:"free space with the Carved Stone symbol",large:"free large space"},$s=["Si","Wo","St","To","Ca","Fs","Fo","Al"];function Vt(s,t,e){return f`<g class="glyph ${s}" transform="translate(${t} ${e})"><title>${ut[s]}</title>${Me[s]}</g>`}function ht(s,t,e,n,r){let o=t?8:6.6;return f`<g class="building" transform="translate(${n} ${r})"><title>${e}</title>
    <path d="M${-o} ${o}V${-o*.5}L0 ${-o*1.25}L${o} ${-o*.5}V${o}Z" />
    <text y="2">${$s[s]??"?"}</text></g>`}function ft(s,t){return d`<span class="amount" title="${t} ${ut[s]}"
    ><svg viewBox="-7 -7 14 14" aria-hidden="true">
      ${f`<g class="glyph ${s}">${Me[s]}</g>`}</svg
    >${t}<span class="sr"> ${ut[s]}</span></span
  >`}var Pe=["food","wood","lore","lair","small","carved","large"];function Ee(s){return ut[s]}var S=100,gs=["","regular","rough","impassable"],Ne=["small","carved","large"];function Le(s){let{view:t,catalogue:e}=s,{layout:n,board:r}=t;if(!n||!r)return d`${u}`;let o=ys(s,n),i=new Map(n.territory.map((c,p)=>[c,r.owner[p]??-1])),l=new Set(n.territory.filter((c,p)=>n.open_sides[p]===0)),a=_e(s);return d`<svg
      class="northgard"
      viewBox=${bs(n)}
      role="img"
      aria-label="Map of ${n.tile.length} tiles"
    >
      ${o.map((c,p)=>{let m=i.get(c.territory)??-1,h=`${m<0?"free":`of-${m}`} ${l.has(c.territory)?"closed":"open"}`;return f`<polygon class="area ${h} ${a.territories.has(c.territory)?"marked":""}"
          points=${c.polygon} data-area=${p} data-of=${c.territory} />`})}
      ${vs(s,n)} ${xs(s,r,o)}
      ${n.territory.map((c,p)=>As(s,t,r,c,p,o[c]))}
      ${Se(a,c=>o[c]?.places[0])}
    </svg>
    <details class="legend">
      <summary>Legend</summary>
      <ul>
        ${Pe.map(c=>d`<li><svg viewBox="-8 -8 16 16">${Vt(c,0,0)}</svg>${Ee(c)}</li>`)}
        <li>
          <svg viewBox="0 0 24 16"><line class="border rough" x1="1" x2="23" y1="8" y2="8" /></svg
          >rough border
        </li>
        <li>
          <svg viewBox="0 0 24 16">
            <line class="border impassable" x1="1" x2="23" y1="8" y2="8" /></svg
          >impassable border
        </li>
        <li>
          <svg viewBox="0 0 24 16"><line class="open-side" x1="1" x2="23" y1="8" y2="8" /></svg>open
          side
        </li>
        ${e.buildings.map((c,p)=>d`<li><svg viewBox="-10 -11 20 20">${ht(p,c.large,c.name,0,0)}</svg>${c.name}</li>`)}
        <li>
          Closed territories have the full colour of their owner. A marker has the seat's number and
          its units.
        </li>
      </ul>
    </details>`}function ys({catalogue:s},t){let e=[];return t.tile.forEach((n,r)=>{let o=s.tiles[n];if(!o)return;let i=Nt(o,t.rotation[r]??0),l=He(t,r);o.areas.forEach((a,c)=>{e.push({printed:a,polygon:Dt((i.polygons[c]??[]).map(l)),places:(i.places[c]??[]).map(l),territory:t.area_territory[e.length]??0})})}),e}function He(s,t){let[e,n]=[s.x[t]??0,s.y[t]??0];return([r,o])=>[Ce((e+r)*S),Ce((o-n)*S)]}function Ce(s){return Math.round(s*10)/10}function Dt(s){return s.map(([t,e])=>`${t},${e}`).join(" ")}function bs(s){let[t,e]=[Math.min(...s.x),Math.max(...s.x)+1],[n,r]=[Math.min(...s.y.map(p=>-p)),Math.max(...s.y.map(p=>-p))+1],o=Math.max(5,e-t),i=Math.max(3,r-n),[l,a]=[(t+e-o)/2,(n+r-i)/2],c=8;return[l*S-c,a*S-c,o*S+2*c,i*S+2*c].join(" ")}function vs({catalogue:s},t){let e=new Set(t.x.map((r,o)=>`${r} ${t.y[o]??0}`)),n=0;return t.tile.map((r,o)=>{let i=s.tiles[r];if(!i)return f``;let l=n;n+=i.areas.length;let a=He(t,o),[c,p]=[t.x[o]??0,t.y[o]??0],m=Nt(i,t.rotation[o]??0).lines.map($=>{let y=t.area_territory[l+$.first]===t.area_territory[l+$.second];return f`<polyline class="border ${y?"inner":gs[$.kind]??""}" points=${Dt($.points.map(a))} />`}),h=[[0,1],[1,0],[0,-1],[-1,0]].map(([$,y],b)=>e.has(`${c+$} ${p+y}`)?u:f`<polyline class="open-side" points=${Dt(ws[b]?.map(a)??[])} />`);return f`<rect class="tile" x=${c*S} y=${-p*S} width=${S} height=${S} />${m}${h}`})}var ws=[[[0,0],[1,0]],[[1,0],[1,1]],[[1,1],[0,1]],[[0,1],[0,0]]];function xs({view:s,catalogue:t},e,n){let r=new Map,o=(i,l,a)=>{let c=`${i} ${l}`;r.set(c,[...r.get(c)??[],f`${a(0,0)}`])};e.building.forEach((i,l)=>{let a=t.buildings[i],[c,p]=[e.building_territory[l]??0,e.building_space[l]??3];p<3&&o(c,p,(m,h)=>ht(i,a?.large??!1,U(t,i),m,h))});for(let{token:i,territory:l,space:a}of s.tokens)l>=0&&a<3&&o(l,a,(c,p)=>f`<g class="token" transform="translate(${c} ${p})"><title>${jt(i)}</title>
        <circle r="6" /><text y="2.6">${i>10?i-10:"!"}</text></g>`);return n.map(({printed:i,places:l,territory:a})=>{let c=[...W("food",i.food),...W("wood",i.wood),...W("lore",i.lore),...W("lair",i.lairs),...Ne.flatMap(p=>W(p,i[p]))];return f`${c.map((p,m)=>{let[h,$]=l[m+1]??[0,0],y=r.get(`${a} ${Ne.findIndex(b=>b===p)}`)?.shift();return y?f`<g transform="translate(${h} ${$})">${y}</g>`:Vt(p,h,$)})}`})}function W(s,t){return Array.from({length:t},()=>s)}function As({catalogue:s,seats:t},e,n,r,o,i){let[l,a]=i?.places[0]??[0,0],c=n.owner[o]??-1,p=n.units[o]??0,m=e.figures.filter(g=>g.territory===r),h=n.building.filter((g,_)=>n.building_territory[_]===r),$=n.building.filter((g,_)=>n.building_territory[_]===r&&n.building_space[_]===3),y=e.tokens.filter(g=>g.territory===r&&g.space===3),b=c<0?"neutral":`seat ${c}, ${t[c]?.bot??""}`,x=[...m.map(g=>K(s,g.figure)),...h.map(g=>U(s,g))];return f`<g class="marker ${c<0?"free":`of-${c}`}" transform="translate(${l} ${a})"
    data-territory=${r} data-owner=${c} data-units=${p} data-buildings=${h.join(" ")}
    data-figures=${m.map(g=>g.figure).join(" ")}
    data-tokens=${e.tokens.filter(g=>g.territory===r).map(g=>g.token).join(" ")}
    data-small=${n.small[o]??0} data-carved=${n.carved[o]??0} data-large=${n.large[o]??0}>
    <title>Territory ${r}: ${b}, ${A(p,"unit")}${x.length?`, ${x.join(", ")}`:""}</title>
    ${c<0?u:f`<rect class="pill" x="-19" y="-9" width="38" height="18" rx="9" /><circle class="seat-number" cx="-10.5" r="6.8" />
          <text class="seat-text" x="-10.5" y="3.4">${c}</text>
          <path class="pawn" d="M-1 5.5H7Q6 1 4.6 -0.4A2.9 2.9 0 1 0 1.4 -0.4Q0 1 -1 5.5Z" />
          <text class="units" x="12" y="4.8">${p}</text>`}
    ${m.map((g,_)=>f`<g class="figure of-${g.seat}" transform="translate(${25+13*_} 0)"><path d="M0 -9L7 0L0 9L-7 0Z" />
        <text y="3.2">${K(s,g.figure).charAt(0)}</text></g>`)}
    ${$.map((g,_)=>f`<g transform="translate(${-27-14*_} 0)">${ht(g,!1,U(s,g),0,0)}</g>`)}
    ${y.map((g,_)=>f`<g class="token" transform="translate(${-22-13*_} 14)"><title>${jt(g.token)}</title>
      <circle r="6" /><text y="2.6">${g.token>10?g.token-10:"!"}</text></g>`)}
    <text class="id" y="${c<0?2.5:17}">${r}</text></g>`}function je(s,t){let e=s.view.players[t];if(!e)return d`${u}`;let{catalogue:n,view:r,teams:o}=s,i=[r.first===t?"has the first-player marker":"",o.length?`team ${o[t]??0}`:"",e.passed?"has passed":"",e.awakened?"Kaija is awake":"",e.conqueror?"ignores Towers and Fortresses":"",e.away?`${A(e.away,"unit")} on a Pyre`:""].filter(l=>l);return d`<div
    class="ng-seat"
    data-food=${e.food}
    data-wood=${e.wood}
    data-lore=${e.lore}
    data-fame=${e.fame}
    data-reserve=${e.reserve}
    data-hand=${e.hand.join(" ")}
    data-hand-size=${e.hand_size}
    data-draw-size=${e.draw_size}
    data-active=${e.active.join(" ")}
    data-discard=${e.discard.join(" ")}
    data-passed=${e.passed}
  >
    <p class="amounts">
      ${ft("food",e.food)} ${ft("wood",e.wood)} ${ft("lore",e.lore)}
      <span>${e.reserve} in reserve</span>
    </p>
    ${i.length?d`<p class="states">${i.join(" · ")}</p>`:u}
    <dl class="zones">
      ${_s(n,e)} ${R("Active",n,e.active)}
      ${e.top.length?R("On top",n,e.top):u}
      ${e.drawn.length?R("Drawn",n,e.drawn):u}
    </dl>
    <details>
      <summary>${e.draw_size} to draw, ${e.discard.length} discarded</summary>
      <dl class="zones">
        ${R("Draw pile",n,e.draw)} ${R("Discard",n,e.discard)}
        ${R("Upgrades",n,e.upgrades_taken)}
        ${R("Not taken",n,e.upgrades)}
        ${R("Out of the game",n,e.boxed)}
      </dl>
    </details>
  </div>`}function _s(s,t){return t.hand.length?R("Hand",s,t.hand):t.hand_size?d`<div>
    <dt>Hand</dt>
    <dd>
      <span class="backs" aria-hidden="true"
        >${Array.from({length:t.hand_size},()=>d`<i></i>`)}</span
      >
      <span data-hidden>${t.hand_size} hidden</span>
    </dd>
  </div>`:d`${u}`}function R(s,t,e){return e.length?d`<div>
    <dt>${s}</dt>
    <dd>${$t(t,e)}</dd>
  </div>`:u}function $t(s,t){let e=new Map;for(let n of t)e.set(n,(e.get(n)??0)+1);return[...e].map(([n,r])=>d`<span
        class="card ${s.cards[n]?.set??""}"
        title=${s.cards[n]?.text??""}
        >${ke(s,n)}${r>1?` ×${r}`:""}</span
      > `)}function Ve(s){let{view:t,catalogue:e}=s;return d`<div
    class="ng-table"
    data-year=${t.year}
    data-phase=${t.phase}
    data-display=${t.display.join(" ")}
    data-achievements=${t.achievements.join(" ")}
    data-stock=${t.stock.join(" ")}
    data-pile=${t.pile_left}
    data-unrest=${t.unrest_left}
  >
    ${t.combat?Ss(s,t.combat):u}
    ${t.battles.map(n=>d`<p>
          Combat to come: seat ${n.attacker} with
          ${A(n.units,"unit")}${n.kaija?" and Kaija":""}${n.figures.map(r=>` and ${K(e,r)}`).join("")}
          against ${n.defender<0?"nobody":`seat ${n.defender}`} in territory
          ${n.territory}
        </p>`)}
    ${Ts(s)} ${ks(s)}
    <dl class="zones">
      ${t.display.length?d`<div>
              <dt>Display</dt>
              <dd>${$t(e,t.display)}</dd>
            </div>`:u}
      ${t.achievements.length?d`<div>
              <dt>Achievements</dt>
              <dd>${$t(e,t.achievements)}</dd>
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
          ${t.stock.map((n,r)=>d`<span class="card">${U(e,r)} ${n}</span> `)}
        </dd>
      </div>
      ${t.edition||t.modules.length?d`<div>
              <dt>Played with</dt>
              <dd>
                ${[t.edition,...t.modules].filter(n=>n).join(", ").replaceAll("_"," ")}
              </dd>
            </div>`:u}
    </dl>
  </div>`}function Ss({seats:s},t){let e=(n,r,o,i,l,a)=>{let[c,p]=Ht[l]??Ht[0];return d`<tr class="of-${r}">
      <th scope="row">
        <span class="mark">${r<0?"–":r}</span> ${n} ${s[r]?.bot??"nobody"}
      </th>
      <td>${o}</td>
      <td>${i}</td>
      <td title=${p}>
        <svg class="die" viewBox="0 0 40 26" aria-label=${p}>
          ${f`<rect x="1" y="1" width="38" height="24" rx="5" /><text x="20" y="18">${c}</text>`}
        </svg>
      </td>
      <td>${a}</td>
    </tr>`};return d`<section
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
    <ol class="stages">
      ${Te.map((n,r)=>d`<li class=${r===t.stage?"current":r<t.stage?"done":""}>${n}</li>`)}
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
          ${e("Attacker",t.attacker,t.attacker_points,t.attacker_food,t.attacker_face,t.attacker_casualties)}
          ${e("Defender",t.defender,t.defender_points,t.defender_food,t.defender_face,t.defender_casualties)}
        </tbody>
      </table>
    </div>
  </section>`}function Ts({view:s,catalogue:t}){if(!s.events)return u;let{now:e,next:n,left:r}=s.events,o=(i,l)=>{let a=t.events[l];return a?d`<p><b>${i}: ${a.name}.</b> ${a.text}</p>`:u};return d`<section class="ng-events" data-now=${e} data-next=${n}>
    ${o("Event of this year",e)} ${o("Event of the next year",n)}
    <p class="quiet">${A(r,"event")} in the pile</p>
  </section>`}function ks({view:s,catalogue:t,seats:e}){let n=s.victory;return n?d`<section
    class="ng-victory wide"
    data-victory=${n.cards.join(" ")}
    data-counts=${n.counts.join(" ")}
  >
    <table>
      <thead>
        <tr>
          <th scope="col">Victory cards (${n.mode})</th>
          ${e.map((r,o)=>d`<th scope="col">Seat ${o}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${n.cards.map((r,o)=>{let i=t.victory[r];return d`<tr>
            <th scope="row" title=${i?.text??""}>
              ${i?.name??r}, ${i?.need??0}
            </th>
            ${e.map((l,a)=>d`<td>${n.counts[a*n.cards.length+o]??0}</td>`)}
          </tr>`})}
      </tbody>
    </table>
  </section>`:u}var De={board:Le,seat:je,table:Ve,score(s,t){let e=s.view.players[t]?.fame??-1;return e<0?"?":String(e)},title:({view:s,catalogue:t},e)=>Re(t,s.players[e]?.clan??-1),weight({view:s,acts:t}){return s.combat?1.6:t.every(e=>e.stream!==void 0)?.3:1},event({view:s,before:t}){return s.combat&&!t?.combat?`combat in territory ${s.combat.territory}`:""}};var Oe={northgard:De};function Ie(s){let{match:t}=s,e=Object.entries(t.options).map(([n,r])=>`${n}=${r}`);return d`<header class="match">
    <h1>${t.title}</h1>
    <p class="id">${t.id}</p>
    <p class="facts">
      ${A(s.seats.length,"player")} · ${we(t.started_ms)} · clock
      ${t.clock}
      ${s.live?d` · <b>live</b>, ${s.live.delay_s} s behind`:u}
    </p>
    <details>
      <summary>About this match</summary>
      <dl>
        <div>
          <dt>Rules</dt>
          <dd>version ${t.version}, engine ${t.engine}</dd>
        </div>
        <div>
          <dt>Options</dt>
          <dd>${e.join(", ")||"none"}</dd>
        </div>
        <div>
          <dt>Bots</dt>
          <dd>
            ${s.seats.map((n,r)=>d`<span class="line">seat ${r}: ${P(s.seats,r)} ${n.version}${n.sdk?` (${n.sdk})`:""}${n.identity?`, token ${n.identity}`:""}</span>`)}
          </dd>
        </div>
        <div>
          <dt>Signed by</dt>
          <dd>${t.signed_by||"nobody"}</dd>
        </div>
        <div>
          <dt>Seed commitment</dt>
          <dd><code>${t.commitment}</code></dd>
        </div>
        ${t.seed?d`<div>
                <dt>Seed</dt>
                <dd><code>${t.seed}</code></dd>
              </div>`:u}
      </dl>
    </details>
    ${s.note?d`<p class="note" role="note">${s.note}</p>`:u}
  </header>`}function Be(s,t){let e=t.ranks.map((n,r)=>({rank:n,seat:r})).sort((n,r)=>n.rank-r.rank||n.seat-r.seat);return d`<div class="outcome">
    <p>The match is over: ${t.reason.replaceAll("_"," ")}.</p>
    <ol>
      ${e.map(({rank:n,seat:r})=>d`<li class="of-${r}">
            <b>${mt(n)}</b> ${P(s.seats,r)}
            <span class="seatname">seat ${r}</span>
            <span class="score">${t.scores[r]??""}</span>
          </li>`)}
    </ol>
    ${t.forfeits.map(n=>d`<p class="fault">Seat ${n.seat} lost by ${n.fault}: ${n.evidence}</p>`)}
  </div>`}var Rs={first:f`<path d="M2 3H4.4V13H2ZM14 3V13L5.6 8Z" />`,"chapter back":f`<path d="M8.4 3V13L1.4 8ZM15 3V13L8 8Z" />`,back:f`<path d="M11 3V13L4 8Z" />`,play:f`<path d="M3.6 2.4V13.6L13.6 8Z" />`,stop:f`<path d="M4 3H7V13H4ZM9 3H12V13H9Z" />`,forward:f`<path d="M5 3V13L12 8Z" />`,"chapter forward":f`<path d="M1 3V13L8 8ZM7.6 3V13L14.6 8Z" />`,last:f`<path d="M2 3V13L10.4 8ZM11.6 3H14V13H11.6Z" />`,help:f`<path class="stroke" d="M5 5.6Q5.4 3 8 3T11 5.4Q11 7 9 8 8 8.6 8 10.4" /><circle cx="8" cy="13" r="1.2" />`};function Ue(s){return d`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true">${Rs[s]}</svg>`}var Ge={ArrowLeft:"back",ArrowRight:"forward",Home:"first",End:"last",PageUp:"chapter back",PageDown:"chapter forward"," ":"play","+":"faster","-":"slower",s:"spectator",a:"all","?":"help"},Fe=[["← →","one step back or on"],["Home, End","the beginning, the end"],["Page up, page down","the chapter before, the next chapter"],["Space","play or stop"],["+ −","faster, slower"],["0 1 2 …","see what that seat sees"],["s, a","see what spectators see, see all hands"],["?","show or hide this list"]];var Ze=(s,t,e)=>{let n=new Map;for(let r=t;r<=e;r++)n.set(s[r],r);return n},ze=et(class extends I{constructor(s){if(super(s),s.type!==k.CHILD)throw Error("repeat() can only be used in text expressions")}dt(s,t,e){let n;e===void 0?e=t:t!==void 0&&(n=t);let r=[],o=[],i=0;for(let l of s)r[i]=n?n(l,i):i,o[i]=e(l,i),i++;return{values:o,keys:r}}render(s,t,e){return this.dt(s,t,e).values}update(s,[t,e,n]){let r=oe(s),{values:o,keys:i}=this.dt(t,e,n);if(!Array.isArray(r))return this.ut=i,o;let l=this.ut??=[],a=[],c,p,m=0,h=r.length-1,$=0,y=o.length-1;for(;m<=h&&$<=y;)if(r[m]===null)m++;else if(r[h]===null)h--;else if(l[m]===i[$])a[$]=M(r[m],o[$]),m++,$++;else if(l[h]===i[y])a[y]=M(r[h],o[y]),h--,y--;else if(l[m]===i[y])a[y]=M(r[m],o[y]),B(s,a[y+1],r[m]),m++,y--;else if(l[h]===i[$])a[$]=M(r[h],o[$]),B(s,r[m],r[h]),h--,$++;else if(c===void 0&&(c=Ze(i,$,y),p=Ze(l,m,h)),c.has(l[m]))if(c.has(l[h])){let b=p.get(i[$]),x=b!==void 0?r[b]:null;if(x===null){let g=B(s,r[m]);M(g,o[$]),a[$]=g}else a[$]=M(x,o[$]),B(s,r[m],x),r[b]=null;$++}else nt(r[h]),h--;else nt(r[m]),m++;for(;$<=y;){let b=B(s,a[y+1]);M(b,o[$]),a[$++]=b}for(;m<=h;){let b=r[m++];b!==null&&nt(b)}return this.ut=i,st(s,a),w}});var Ke=60;function We(s,t,e){let n=Math.max(1,e-Ke),r=Math.min(s.steps,e+Ke),o=Array.from({length:Math.max(0,r-n+1)},(i,l)=>n+l);return d`<ol class="log" data-first=${n}>
    ${n>1?d`<li class="more"><a href="#step=${n-1}">Earlier steps</a></li>`:u}
    ${ze(o,i=>i,i=>Ms(s,t,i,i===e,i===n))}
    ${r<s.steps?d`<li class="more"><a href="#step=${r+1}">Later steps</a></li>`:u}
  </ol>`}function Ms(s,t,e,n,r){let o=r?s.chapter(e-1):s.document.chapters.find(i=>i.step===e-1)?.label??"";return d`${o?d`<li class="chapter">${o}</li>`:u}
    <li
      data-step=${e}
      class=${n?"current":""}
      aria-current=${n?"step":u}
    >
      <a href="#step=${e}">
        <span class="at">${e}</span>
        <span class="acts">${s.acts(t,e).map(i=>Ps(s,i))}</span>
      </a>
      ${s.changes(e).map(i=>d`<p class="change">${i}</p>`)}
    </li>`}function Ps(s,t){return d`<span class="act ${t.stream===void 0?`of-${t.seat}`:"chance"}">
    <span class="who">${t.stream===void 0?`Seat ${t.seat}`:"Chance"}</span>
    <span class="what">${Ot(t)}</span>
    ${t.fault?d`<span class="fault">${t.fault}${t.evidence?`: ${t.evidence}`:""}</span>`:u}
    <span class="sr">${pt(s.document.seats,t.seat)}, ${t.prompt}</span>
  </span>`}function Ot(s){return s.text?s.text.length?s.text.join("; "):d`<i>nothing</i> <small class="prompt">${s.prompt}</small>`:d`<i data-hidden>hidden</i> <small class="prompt">${s.prompt}</small>`}function Ye(s,t,e,n,r,o){let i=t.asked.find(m=>m.seat===n),l=e.seats[n],a=r.justNow?r.last?.fault:void 0,c=t.view===null?"":s.title(t,n),p=t.view===null?"":s.score(t,n);return d`<section
    class="seat seat-${n} ${i?"asked":""}"
    data-seat=${n}
    data-fault=${a??""}
    aria-label="Seat ${n}, ${P(e.seats,n)}"
  >
    <header>
      <span class="number" aria-hidden="true">${n}</span>
      <h3>
        <span class="bot">${P(e.seats,n)}</span>
        ${l?.version?d`<small>${l.version}</small>`:u}
        ${c?d`<span class="title">${c}</span>`:u}
      </h3>
      ${o?d`<span class="place">${mt(o.ranks[n]??0)}</span>`:u}
      ${p?d`<span class="score" title="Score">${p}</span>`:u}
    </header>
    ${Es(r,a)}
    ${i?d`<p class="question">
            <strong>Asked:</strong> ${e.prompts[i.prompt]??i.prompt}
          </p>`:u}
    ${r.justNow&&r.last?.annotation?d`<blockquote class="remark">${r.last.annotation}</blockquote>`:u}
    ${t.view===null?u:s.seat(t,n)}
  </section>`}function Es(s,t){let e=s.last;if(e?.charged_us===void 0)return u;let n=e.limit_us??0,r=n?Math.min(1,e.charged_us/n):0,o=`${dt(e.think_us??e.charged_us)}${n?` of ${dt(n)}`:""}`,i=e.bank_us?`, ${dt(e.bank_us)} in the bank`:"";return d`<p class="clock ${t?"fault":""} ${s.justNow?"":"past"}">
    ${n?d`<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
            ${f`<rect class="rail" width="100" height="4" /><rect class="used" width=${(100*r).toFixed(1)} height="4" />`}
          </svg>`:u}
    <span>${t?d`<b>${t}</b>: `:u}${o}${i}</span>
  </p>`}var It=1e3,Ns=22;function qe(s,t,e){let n=s.document.chapters.map(({step:r,label:o})=>({step:r,kind:"chapter",label:o}));for(let r=1;r<=s.steps;r+=1){let o=s.scene(e,r),i=o.acts.find(a=>a.fault);i&&n.push({step:r,kind:"fault",label:`seat ${i.seat}: ${i.fault??""}`});let l=o.view===null?"":t.event(o);l&&n.push({step:r,kind:"event",label:l})}return n.sort((r,o)=>r.step-o.step)}function Bt(s,t,e){let n=s.document.chapters.map(r=>r.step);return e?n.find(r=>r>t)??s.steps:n.findLast(r=>r<t)??0}function Cs(s,t){return t?s/t:0}function Qe(s,t,e){let n=r=>(Cs(r,e)*It).toFixed(1);return d`<svg
    class="track"
    viewBox="0 0 ${It} ${Ns}"
    preserveAspectRatio="none"
    aria-hidden="true"
  >
    ${f`<rect class="rail" y="9" width=${It} height="4" />
      <rect class="done" y="9" width=${n(t)} height="4" />`}
    ${s.map(r=>{let[o,i]=r.kind==="chapter"?[3,19]:r.kind==="fault"?[0,8]:[14,22];return f`<line class=${r.kind} x1=${n(r.step)} x2=${n(r.step)} y1=${o} y2=${i}>
        <title>${r.label}</title></line>`})}
  </svg>`}var Ls=700,Hs=250,gt=class{replay;root;renderer;place;playing=!1;helping=!1;trouble="";timer;written;marks=new Map;constructor(t,e){this.replay=t,this.root=e,this.renderer=Oe[t.document.match.game]??pe;let n=t.eyes,r=t.document.live?t.steps:0;this.place={step:r,eye:n[0]??-1,speed:1},this.place=Tt(location.hash,this.place,n,t.steps),addEventListener("hashchange",o=>this.move(Tt(new URL(o.newURL).hash,this.place,t.eyes,t.steps))),addEventListener("keydown",o=>this.pressed(o)),document.title=`${t.document.match.title}: ${t.document.match.id}`}get atEnd(){return this.place.step===this.replay.steps}go(t){this.move({...this.place,step:Math.max(0,Math.min(this.replay.steps,t))})}tell(t){this.trouble=t,this.draw()}move(t){this.place=t,this.draw(),this.written??=window.setTimeout(()=>{this.written=void 0,history.replaceState(null,"",ae(this.place))},Hs)}play(t){this.playing=t&&(this.place.step<this.replay.steps||this.replay.document.live!==void 0),window.clearTimeout(this.timer),this.playing&&this.wait(),this.draw()}wait(){let t=this.replay.scene(this.place.eye,this.place.step),e=t.view===null?1:this.renderer.weight(t);this.timer=window.setTimeout(()=>{this.place.step<this.replay.steps&&this.go(this.place.step+1),this.place.step<this.replay.steps?this.wait():this.play(!1)},Ls*e/this.place.speed)}pressed(t){if(t.ctrlKey||t.metaKey||t.altKey)return;let e=t.target instanceof HTMLElement?t.target.tagName:"";if(e==="SELECT"||e==="INPUT"&&t.key!==" "||t.key===" "&&e==="BUTTON"||(t.key===" "||t.key==="Enter")&&(e==="SUMMARY"||e==="A"))return;let n=/^[0-9]$/.test(t.key)?Number(t.key):null,r=Ge[t.key];if(n!==null&&this.replay.eyes.includes(n))this.move({...this.place,eye:n});else if(r)this.run(r);else return;t.preventDefault()}run(t){let{step:e,speed:n}=this.place,r=j.findIndex(o=>o===n);switch(t){case"first":return this.go(0);case"back":return this.go(e-1);case"play":return this.play(!this.playing);case"forward":return this.go(e+1);case"last":return this.go(this.replay.steps);case"chapter back":return this.go(Bt(this.replay,e,!1));case"chapter forward":return this.go(Bt(this.replay,e,!0));case"slower":return this.move({...this.place,speed:j[Math.max(0,r-1)]??n});case"faster":return this.move({...this.place,speed:j[Math.min(j.length-1,r+1)]??n});case"spectator":return this.look(-1);case"all":return this.look(-2);case"help":return this.helping=!this.helping,this.draw()}}look(t){this.replay.eyes.includes(t)&&this.move({...this.place,eye:t})}draw(){let{step:t,eye:e}=this.place;O(this.page(this.replay.scene(e,t)),this.root),this.showCurrentLine()}page(t){let{document:e}=this.replay,{step:n,eye:r}=this.place,o=n===this.replay.steps?e.outcome:null,i=t.view!==null;return d`${Ie(e)}
      ${this.trouble?d`<p class="trouble" role="status">${this.trouble}</p>`:u}
      <main
        data-step=${n}
        data-steps=${this.replay.steps}
        data-eye=${r}
        class=${i?"":"plain"}
      >
        <div class="now" aria-live=${this.playing?"off":"polite"}>
          <p class="chapter">${this.replay.chapter(n)}</p>
          ${this.now(t)} ${o?Be(e,o):u}
        </div>
        ${i?d`<div class="board">${Ut(()=>this.renderer.board(t))}</div>`:u}
        ${i?d`<section class="table" aria-label="The table">
                ${Ut(()=>this.renderer.table(t))}
              </section>`:u}
        <div class="seats">
          ${e.seats.map((l,a)=>Ut(()=>Ye(this.renderer,t,e,a,this.lastAct(a),o)))}
        </div>
        <nav class="story" aria-label="Log">${We(this.replay,r,n)}</nav>
      </main>
      ${this.controls()} ${this.helping?this.help():u}`}now(t){let{step:e}=this.place,{document:n}=this.replay;return e===0?d`<p class="taken">Before the first step.</p>`:d`${t.acts.map(r=>d`<p class="taken ${r.stream===void 0?`of-${r.seat}`:"chance"}">
          <span class="who">${pt(n.seats,r.seat)}</span>
          <span class="question"
            >${n.prompts[r.prompt]??r.prompt}${r.stream?` (${r.stream})`:""}</span
          >
          <span class="what">${Ot(r)}</span>
          ${r.fault?d`<span class="fault">${r.fault}${r.evidence?`: ${r.evidence}`:""}</span>`:u}
        </p>`)}
    ${this.replay.changes(e).map(r=>d`<p class="change">${r}</p>`)}`}lastAct(t){for(let e=this.place.step;e>0;e-=1){if(!this.replay.document.steps[e-1]?.acts.some(r=>r.seat===t))continue;return{last:this.replay.acts(this.place.eye,e).find(r=>r.seat===t)??null,justNow:e===this.place.step}}return{last:null,justNow:!1}}controls(){let{step:t,eye:e,speed:n}=this.place,{steps:r,eyes:o,document:i}=this.replay,l=(a,c,p)=>d`<button
        type="button"
        title=${p}
        aria-label=${p}
        @click=${()=>this.run(a)}
      >
        ${Ue(c)}
      </button>`;return d`<footer class="controls">
      <div class="slider">
        ${Qe(this.marked(),t,r)}
        <input
          type="range"
          min="0"
          max=${r}
          .value=${ie(String(t))}
          aria-label="Step"
          aria-valuetext="Step ${t} of ${r}, ${this.replay.chapter(t)}"
          @input=${a=>this.go(Number(a.target.value))}
        />
      </div>
      <div class="buttons">
        ${l("first","first","To the beginning")}
        ${l("chapter back","chapter back","To the chapter before")}
        ${l("back","back","One step back")}
        ${l("play",this.playing?"stop":"play",this.playing?"Stop":"Play")}
        ${l("forward","forward","One step on")}
        ${l("chapter forward","chapter forward","To the next chapter")}
        ${l("last","last","To the end")}
        <span class="count">${t} / ${r}</span>
        ${i.live&&!this.atEnd?d`<button type="button" @click=${()=>this.run("last")}>To the present</button>`:u}
        <label
          >Speed
          <select @change=${a=>this.move({...this.place,speed:Je(a)})}>
            ${j.map(a=>d`<option value=${a} .selected=${a===n}>${a}×</option>`)}
          </select></label
        >
        ${o.length>1?d`<label
                >Seen by
                <select class="eyes" @change=${a=>this.look(Je(a))}>
                  ${o.map(a=>d`<option value=${a} .selected=${a===e}>${xe(i.seats,a)}</option>`)}
                </select></label
              >`:u}
        ${l("help","help","Keys")}
      </div>
    </footer>`}help(){return d`<dialog open class="help" aria-label="Keys">
      <table>
        ${Fe.map(([t,e])=>d`<tr>
              <th scope="row">${t}</th>
              <td>${e}</td>
            </tr>`)}
      </table>
      <button type="button" @click=${()=>this.run("help")}>Close</button>
    </dialog>`}marked(){let t=`${this.place.eye} ${this.replay.steps}`,e=this.marks.get(t);return e||(e=qe(this.replay,this.renderer,this.place.eye),this.marks.clear(),this.marks.set(t,e)),e}showCurrentLine(){let t=this.root.querySelector(".story"),e=t?.querySelector("[aria-current]");t&&(t.scrollTop=e?e.offsetTop-t.clientHeight/2:0)}};function Je(s){return Number(s.target.value)}function Ut(s){try{return s()}catch(t){return console.error(t),d`<p class="trouble">This part cannot be drawn.</p>`}}var yt=class{document;made=new Map;constructor(t){this.document=t}get steps(){return this.document.steps.length}get eyes(){return this.document.eyes.map(t=>t.eye)}view(t,e){let n=this.eye(t);if(!n)return null;let r=this.made.get(t);for(r||(r=[n.views[0]??null],this.made.set(t,r));r.length<=e&&r.length<n.views.length;){let o=n.views[r.length]??null,i=r[r.length-1]??null;r.push(o===null?i:rt(i,o))}return r[Math.min(e,r.length-1)]??null}acts(t,e){let n=this.document.steps[e-1];if(!n)return[];let r=this.eye(t)?.acts??{};return n.acts.map((o,i)=>({...o,...r[`${e-1}.${i}`]}))}changes(t){return this.document.steps[t-1]?.changes??[]}asked(t){let e=this.document.steps[t];return e?e.acts.filter(n=>n.stream===void 0).map(({seat:n,prompt:r})=>({seat:n,prompt:r})):this.document.outcome?[]:this.document.asked}chapter(t){return this.document.chapters.findLast(e=>e.step<=t)?.label??""}scene(t,e){return{view:this.view(t,e),before:e>0?this.view(t,e-1):null,catalogue:this.document.catalogue,seats:this.document.seats,teams:this.document.teams,acts:this.acts(t,e),asked:this.asked(e),eye:t}}add(t){let e=this.steps-t.from;if(e<0)return;this.document.steps.push(...t.steps.slice(e)),this.document.asked=t.asked;let n=this.document.chapters.at(-1)?.step??-1;this.document.chapters.push(...t.chapters.filter(r=>r.step>n));for(let r of t.eyes){let o=this.eye(r.eye);o&&(o.views.push(...r.views.slice(t.from===0?e+1:e)),Object.assign(o.acts,r.acts))}}eye(t){return this.document.eyes.find(e=>e.eye===t)}};async function js(s){let t=Uint8Array.from(atob(s.textContent),n=>n.charCodeAt(0)),e=new Blob([t]).stream().pipeThrough(new DecompressionStream("gzip"));return await new Response(e).json()}async function Vs(){let s=await fetch(`${location.pathname}/frames`);if(!s.ok)throw new Error((await s.text()).trim()||`the server answered ${s.status}`);return await s.json()}async function Ds(){let s=document.getElementById("viewer");if(s){O(d`<p class="loading">Loading the match.</p>`,s);try{let t=document.getElementById("match"),e=t?await js(t):await Vs(),n=new yt(e),r=new gt(n,s);O(d``,s),r.draw(),e.live&&ee(n,r)}catch(t){O(d`<p class="trouble">
        The match cannot be shown: ${t instanceof Error?t.message:t}
      </p>`,s)}}}Ds();})();
