/** Applications and pages as small as framework demos. */
import { served, shell, type JudgeCase } from './case.ts'
import { divNav, html, inline, prose, script, siteFooter, siteNav } from './parts.ts'

const fetcher =
  "document.addEventListener('DOMContentLoaded',async()=>{const r=await fetch('/api/items');const items=await r.json();const list=document.getElementById('items');for(const item of items){const li=document.createElement('li');li.textContent=item.name+' '+item.price;list.appendChild(li)}document.getElementById('count').textContent=items.length})"
export const smallApplications: readonly JudgeCase[] = [
  shell(
    'a list below its introduction',
    html(
      `<h1>Product catalogue</h1><p>This page demonstrates content that is rendered by JavaScript. The list below is fetched from an API after the page has loaded.</p><ul id="items"></ul>${inline(fetcher)}`,
    ),
  ),
  shell(
    'hash routes without a navigation',
    '<!doctype html><title>Shop</title><div id="app"></div><script src="/app.js"></script>',
  ),
  shell(
    'hash routes under a navigation',
    html(`<nav><a href="#/">Home</a> <a href="#/about">About</a></nav><div id="view"></div>${script('/spa.js')}`),
  ),
  shell(
    'a main region that follows the hash',
    html(
      `<header><h1>Shop</h1><nav><a href="#/a">A</a></nav></header><main id="main"></main><footer>© 2026 Shop</footer>${script('/router.js', 'type="module"')}`,
    ),
  ),
  shell(
    'content that comes after a delay',
    html(
      `<div id="content"><p>Please wait while the content is being prepared</p></div>${inline("setTimeout(function(){document.getElementById('content').innerHTML='<h1>Done</h1>'},1500)")}`,
    ),
  ),
  shell(
    'an element without a telling name that comes after a delay',
    html(
      `<h1>Delayed</h1><div id="target"></div>${inline("setTimeout(function(){document.getElementById('target').innerHTML='<p>Text text</p>'},1500)")}`,
    ),
  ),
  shell(
    'products that are loading under their introduction',
    html(
      `${siteNav}<main><h1>Our lamps</h1><p>Lamps of oak and brass, made by hand in our workshop by the harbour, and sent to every country.</p><div id="product-list">Loading products…</div></main>${siteFooter}${script('/js/shop.js')}`,
    ),
  ),
  shell(
    'a table with its head alone',
    html(
      `<h1>Countries</h1><table id="t"><thead><tr><th>Name</th><th>Capital</th></tr></thead><tbody id="rows"></tbody></table>${script('/js/countries.js')}`,
    ),
  ),
  shell(
    'a table whose rows its own script asks for, without a telling name',
    html(
      `<h1>Prices</h1><table id="t"><thead><tr><th>Name</th><th>Price</th></tr></thead><tbody></tbody></table>${inline("fetch('/api').then(r=>r.json()).then(l=>{document.querySelector('#t tbody').innerHTML=l})")}`,
    ),
  ),
  shell(
    'a list without any name',
    html(
      `<h1>Latest</h1><ul></ul>${inline("fetch('/api').then(r=>r.json()).then(l=>{document.querySelector('ul').innerHTML=l})")}`,
    ),
  ),
  shell(
    'events that its own script asks for, under an introduction',
    html(
      `<main><h1>Our events</h1><p>${prose(2)}</p><div id="events"></div></main>${inline("fetch('/api').then(r=>r.json()).then(l=>{document.querySelector('#events').innerHTML=l})")}`,
    ),
  ),
  served(
    'a list that is empty, and a script that toggles',
    html(
      `<h1>Latest</h1><ul></ul><p>Nothing has been published in this category yet.</p>${inline("document.body.classList.add('js')")}`,
    ),
  ),
  served(
    'a rendered page whose comments a script asks for',
    html(
      `<main><h1>Our events</h1><p>${prose(6)}</p><div id="comments"></div></main>${inline("fetch('/api').then(r=>r.json()).then(l=>{document.querySelector('#comments').innerHTML=l})")}`,
    ),
  ),
  shell(
    'a board with a class alone that its own script fills from a socket',
    html(
      `<h1>Board of the day</h1><div class="board"></div>${inline("new WebSocket('/ws').onmessage=(e)=>{document.querySelector('.board').insertAdjacentHTML('beforeend',e.data)}")}`,
    ),
  ),
  shell('a node with a class alone', html(`<div class="app"></div>${script('app.js')}`)),
  shell(
    'a component that is the list',
    html(`<product-list></product-list>${script('/components.js', 'type="module"')}`),
  ),
  shell(
    'a component under the name of the shop',
    html(`<h1>Store</h1><store-front data-api="/api"></store-front>${script('/store.js', 'type="module"')}`),
  ),
  shell(
    'nothing but a script in the head',
    '<!doctype html><html><head><title>x</title><script type="module" src="/main.js"></script></head><body></body></html>',
  ),
  shell(
    'a script in the page that makes all of it',
    html(
      inline(
        "const root=document.createElement('div');root.innerHTML='<h1>Hello</h1>';document.body.appendChild(root)",
      ),
    ),
  ),
  shell('a section as node', html(`<section id="app-root" class="container"></section>${script('dist/main.js')}`)),
  shell(
    'a long note on scripts',
    html(
      `<div id="root"></div><noscript><h1>Riverside</h1><p>This website needs JavaScript. Please enable JavaScript in the settings of your browser and load the page again. If you need help, write to help@example.org.</p></noscript>${script('/b.js')}`,
    ),
  ),
  shell(
    'a grid of prices in a frame',
    html(
      `${divNav}<section class="products"><h2>Today</h2><div id="grid"></div></section><footer><p>© Shop</p></footer>${script('/static/shop.js')}`,
    ),
  ),
  shell(
    'a feed without its first page',
    html(
      `<h1>Feed</h1><div id="feed"></div><div id="sentinel"></div>${inline("let page=1;async function more(){const r=await fetch('/feed?page='+page++);const d=await r.json();d.forEach(x=>{const p=document.createElement('article');p.textContent=x.text;document.getElementById('feed').append(p)})}new IntersectionObserver(more).observe(document.getElementById('sentinel'))")}`,
    ),
  ),
  shell(
    'a splash whose dots move',
    html(
      `<div id="root"><div class="boot"><span>Loading</span><span>.</span><span>.</span></div></div>${script('/main.abc.js')}`,
    ),
  ),
  served(
    'a rendered list with a script',
    html(
      `<h1>Products</h1><ul id="items"><li>Oak lamp £20</li><li>Brass lamp £30</li><li>Shade £9</li></ul>${script('/app.js')}`,
    ),
  ),
  served(
    'a calculator with a box for its result',
    html(
      `<h1>Calculator</h1><p>Enter two numbers and press the button to see their sum.</p><form><input id="a"><input id="b"><button>Add</button></form><div id="result"></div>${inline("document.forms[0].onsubmit=function(e){e.preventDefault();document.getElementById('result').innerHTML=Number(a.value)+Number(b.value)}")}`,
    ),
  ),
  served(
    'a short article with a counter',
    html(
      `<h1>On ferries</h1><p>${prose(2)}</p><div id="likes"></div>${inline("fetch('/likes').then(r=>r.json()).then(d=>{document.getElementById('likes').textContent=d.count})")}`,
    ),
  ),
  served(
    'a short product page with room for more',
    html(
      `${siteNav}<main><h1>Oak lamp</h1><p class="price">£20.00</p><p>In stock. Made of oak from the northern shore.</p><div id="recommendations"></div></main>${siteFooter}${script('/js/app.js')}`,
    ),
  ),
  served(
    'an address with a map',
    html(
      `<main><h1>Harbour office</h1><address>Harbour Street 12<br>Riverside</address><p>Open Monday to Friday from nine to five.</p><div id="map"></div></main>${script('https://maps.example.net/api/js')}${script('/js/map.js')}`,
    ),
  ),
  served(
    'a small application, rendered',
    html(
      `<div id="app"><h1>Hello</h1><p>Server rendered</p><ul><li><a href="/a">A</a></li><li><a href="/b">B</a></li></ul></div>${script('/client.js', 'type="module"')}`,
    ),
  ),
  served(
    'an article about loading screens',
    html(`<article><h1>Why "Loading..." screens persist</h1><p>${prose(4)}</p></article>${script('/bundle.js')}`),
  ),
  served(
    'a short page of documentation',
    html(
      `${siteNav}<main><h1>install()</h1><p>Installs the package.</p><pre><code>install(name)</code></pre></main>${script('/assets/app.js', 'type="module"')}`,
    ),
  ),
]
