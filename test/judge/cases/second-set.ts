/** Cases written without checking the verdicts of the judge. */
import { blocked, empty, served, shell, type JudgeCase } from './case.ts'
import { html, inline, paragraphs, prose, runtimeCode, script, siteFooter } from './parts.ts'

const shells: JudgeCase[] = [
  shell(
    'a social network with its mark in the middle',
    html(
      `<noscript><style>body{overflow:scroll}</style><div class="errorContainer"><h1>JavaScript is not available.</h1><p>We've detected that JavaScript is disabled in this browser. Please enable JavaScript or switch to a supported browser to continue.</p></div></noscript><div id="react-root" style="height:100%;display:flex;"><div id="placeholder"><svg viewBox="0 0 24 24"><path d="M1 1"></path></svg></div></div>${inline('window.__INITIAL_STATE__={"optimist":[],"entities":{"users":{}}};')}${script('https://abs.example.net/client-web/vendor.8b1.js', 'crossorigin="anonymous"')}${script('https://abs.example.net/client-web/main.3c2.js', 'crossorigin="anonymous"')}`,
    ),
  ),
  shell(
    'a photo network with generated node names',
    html(
      `<div id="mount_0_0_aB"><div id="splash-screen"><img height="72" width="72" src="/mark.png"></div></div>${inline(runtimeCode(8_000))}${script('https://static.example.net/rsrc.php/v3/yx.js')}`,
      '',
      '',
    ),
  ),
  shell(
    'a video site whose page is one component with a skeleton',
    html(
      `<ytx-app disable-upgrade="true"><div id="masthead-skeleton" class="masthead-skeleton"></div><div id="home-page-skeleton"><div class="home-skeleton"></div></div></ytx-app>${inline(`var initialData = {"contents":"${prose(20)}"};`)}${script('/s/desktop/jsbin/desktop_polymer.js')}`,
    ),
  ),
  shell(
    'a chat client',
    html(
      `<div id="app-mount"></div>${inline('window.GLOBAL_ENV={API_ENDPOINT:"//api.example.com"}')}${script('/assets/web.2f1.js', 'defer')}`,
    ),
  ),
  shell(
    'a notebook that needs a recent browser',
    html(
      `<div id="notes-app"></div><div id="unsupported" class="unsupported-browser" style="display:none"><h1>Your browser is not supported</h1><p>${prose(3)}</p></div>${script('/_assets/app-4d1.js', 'defer')}`,
    ),
  ),
  shell(
    'a music player that names its node main',
    html(
      `<div id="main"><div class="Root__top-container"><div class="loading-dots"></div></div></div>${script('https://cdn.example.com/build/web-player/web-player.4e5.js')}`,
    ),
  ),
  shell(
    'a data application with its own server',
    html(
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>`,
      script('./static/js/main.b2d3.js', 'defer="defer"'),
      'Streaming',
    ),
  ),
  shell(
    'a model demonstration in a custom element',
    html(
      `<demo-app control_page_title="true" embed="false" eager="true" style="flex-grow:1"></demo-app>${inline('window.demo_config={"version":"4.1","components":[{"id":1,"props":{"value":"Type here"}}]}')}`,
      script('./assets/index-4e.js', 'type="module" crossorigin'),
    ),
  ),
  shell(
    'API documentation in a custom element',
    html(`<redoc spec-url="/openapi.yaml"></redoc>${script('https://cdn.example.net/redoc.standalone.js')}`),
  ),
  shell(
    'a component browser',
    html(
      `<div id="root"></div><div id="docs-root"></div>${inline('window.FEATURES={};window.REFS={}')}<script type="module">import './sb-manager/globals-runtime.js';import './sb-manager/runtime.js';</script>`,
    ),
  ),
  shell(
    'a to-do list in a section',
    html(
      `<section class="todoapp" id="root"></section><footer class="info"><p>Double-click to edit a todo</p><p>Created by the keepers</p></footer>${script('app.bundle.js', 'defer')}`,
    ),
  ),
  shell(
    'a blog client with fonts and a theme from elsewhere',
    html(
      '<app-layout-root></app-layout-root>' +
        script('inline.bundle.js') +
        script('vendor.bundle.js') +
        script('main.bundle.js'),
      '<link href="//fonts.example.com/css?family=Titillium" rel="stylesheet">',
      'Conduit',
    ),
  ),
  shell(
    'a shop of laptops that fetches its items',
    html(
      `<header class="navbar"><div class="container"><a class="navbar-brand" href="/">Shop</a><ul class="navbar-nav"><li><a href="/cloud">Cloud</a></li><li><a href="/pricing">Pricing</a></li></ul></div></header><div class="wrapper"><div class="container"><div class="row"><div class="col-lg-3 sidebar"><ul id="side-menu"><li><a href="/computers">Computers</a></li><li><a href="/phones">Phones</a></li></ul></div><div class="col-lg-9"><h1 class="page-header">Computers / Laptops</h1><div class="row items items-ajax" id="items" data-page="1"></div></div></div></div></div><footer class="footer"><p>Copyright © 2026</p></footer>${script('/js/app.js?id=6c2')}`,
    ),
  ),
  shell(
    'quotations that come when one scrolls',
    html(
      `<div class="container"><div class="row"><div class="col-md-8"><h1><a href="/" style="text-decoration:none">Quotes</a></h1></div></div><div class="quotes"></div><h4 class="text-center" id="loading"><span class="glyphicon glyphicon-refresh spinning"></span> Loading...</h4></div><footer class="footer"><div class="container"><p class="text-muted">Made by the keepers</p></div></footer>${script('/static/jquery.js')}${inline('$(function(){var $quotes=$(".quotes");function load(p){$.ajax({url:"/api/quotes?page="+p,success:function(d){$quotes.append(d.html)}})}load(1)})')}`,
    ),
  ),
  shell(
    'a portal in components of an enterprise platform',
    html(
      `<div id="auraLoadingBox" class="auraLoadingBox oneLoadingBox"><div class="logo logoContainer"></div><div class="spinner"></div><span>Loading</span></div><div class="auraMsgBox auraErrorBox" id="auraError"><div class="auraErrorMessage" id="auraErrorMessage">Sorry to interrupt. This page has an error.</div></div>${script('/s/sfsites/auraFW/javascript/aura_prod.js')}${inline('Aura.initAsync({})')}`,
    ),
  ),
  shell(
    'a page by a user interface toolkit whose body is the node',
    html(
      '',
      `<script id="sap-ui-bootstrap" src="resources/sap-ui-core.js" data-sap-ui-libs="sap.m"></script>${inline('sap.ui.getCore().attachInit(function(){new sap.m.Shell({}).placeAt("content")})')}`,
      'Orders',
      'class="sapUiBody" id="content"',
    ),
  ),
  shell(
    'single pages of many applications together',
    html(
      `<nav-bar-loader></nav-bar-loader><single-spa-router></single-spa-router><noscript>Please enable JavaScript.</noscript><script type="systemjs-importmap">{"imports":{"@org/root":"/org-root.js"}}</script>${script('https://cdn.example.net/npm/systemjs/dist/system.min.js')}${inline("System.import('@org/root')")}`,
    ),
  ),
  shell(
    'a job board whose main region waits, under a long navigation',
    html(
      `<div id="header-wrapper"><ul class="main-menu">${Array.from({ length: 40 }, (_, i) => `<li><a href="/c/${i}">Category number ${i}</a></li>`).join('')}</ul></div><div id="main-wrapper"><div class="jobs-container" data-react-class="JobBoard" data-react-props="{&quot;q&quot;:&quot;&quot;}"></div></div><div id="footer-wrapper"><div class="footer-inner"><p>${prose(2)}</p></div></div>${script('/packs/application-2a.js')}`,
    ),
  ),
  shell(
    'a weather page with dashes for its figures',
    html(
      `<header><a href="/">Weather</a></header><main class="weather"><div class="placeholder-glow"><span class="placeholder col-7"></span><span class="placeholder col-4"></span></div></main><footer><p>© Weather</p></footer>${script('/dist/weather.js', 'type="module"')}`,
    ),
  ),
  shell(
    'an application that a worker of its own restores',
    html(
      `<div id="wrap"></div>${inline("if('serviceWorker' in navigator){navigator.serviceWorker.register('/sw.js')}")}${script('/boot/4f2e9.js')}`,
    ),
  ),
]

const pages: JudgeCase[] = [
  served(
    'a documentation page with a bundle and a skip link',
    html(
      `<div id="__docusaurus"><div role="region"><a class="skipToContent" href="#main">Skip to main content</a></div><nav class="navbar"><a href="/">Docs</a></nav><div class="main-wrapper"><main><article><div class="theme-doc-markdown markdown"><h1>Installation</h1>${paragraphs(2)}<pre><code>npm install river</code></pre></div></article></main></div></div>`,
      script('/assets/js/main.5b.js', 'defer'),
    ),
  ),
  served(
    'a wiki page',
    html(
      `<div id="content" class="mw-body" role="main"><h1 id="firstHeading">Ferry</h1><div id="bodyContent"><div id="mw-content-text">${paragraphs(3)}</div></div></div><div id="mw-navigation"><div id="p-personal"><ul><li><a href="/login">Log in</a></li></ul></div></div>${script('/load.php?modules=startup&only=scripts', 'async')}`,
    ),
  ),
  served(
    'a stub of a wiki',
    html(
      `<div id="content" role="main"><h1>Pier</h1><div id="mw-content-text"><p>The pier is a small landing stage on the northern shore. This article is a stub.</p></div></div>${script('/load.php?modules=startup', 'async')}`,
    ),
  ),
  served(
    'a forum thread with two short posts',
    html(
      `<div id="wrap"><div id="page-header"><a href="/">Board</a></div><div id="page-body"><h2>Which lamp?</h2><div class="post"><p class="author">keeper</p><div class="content">Oak or brass, what do you think?</div></div><div class="post"><p class="author">miller</p><div class="content">Brass. It does not mind the rain.</div></div></div></div>${script('./assets/javascript/jquery.min.js')}${script('./assets/javascript/core.js')}`,
    ),
  ),
  served(
    'a product page of a shop',
    html(
      `<div id="shopify-section-header"><nav><a href="/">Shop</a></nav></div><main id="MainContent"><h1>Oak lamp</h1><img src="/lamp.jpg"><p>£45.00</p><form action="/cart/add"><select name="id"><option>Small</option><option>Large</option></select><button>Add to cart</button></form><div class="rte"><p>${prose(2)}</p></div><div id="product-reviews"></div></main><cart-drawer></cart-drawer>${script('/cdn/shop/t/1/assets/global.js', 'defer')}`,
    ),
  ),
  served(
    'a website builder that renders on its servers',
    html(
      `<div id="SITE_CONTAINER"><div id="main_MF"><div id="site-root"><header id="SITE_HEADER"><nav><a href="/">Home</a></nav></header><main id="PAGES_CONTAINER"><h1>Yoga by the river</h1><p>${prose(2)}</p><p>${prose(2)}</p></main></div></div></div>${script('https://static.example.com/services/thunderbolt/main.1a.bundle.min.js', 'defer')}`,
    ),
  ),
  served(
    'a news front page of short teasers',
    html(
      `<header><a href="/">Herald</a></header><div id="app"><section>${Array.from({ length: 15 }, (_, i) => `<a href="/n/${i}"><h2>Headline number ${i} of the day</h2></a>`).join('')}</section></div>${script('/static/js/bundle.7.js')}`,
    ),
  ),
  served(
    'a page of one statement with a counter',
    html(`<div class="wrap"><h1>Is the ferry running?</h1><p class="answer">Yes.</p></div>${script('/main.js')}`),
  ),
  served('an answer of a small service', '{"status":"ok"}'),
  served(
    'a server-rendered dashboard of figures',
    html(
      `<div class="sidebar"><a href="/">Overview</a></div><main><h1>Overview</h1><div class="stat"><b>1,204</b> passengers</div><div class="stat"><b>18</b> crossings</div><div class="stat"><b>2</b> delays</div><canvas id="chart"></canvas></main>${script('/js/chart.min.js')}${script('/js/dashboard.js')}`,
    ),
  ),
  served(
    'a newsletter form and a countdown',
    html(
      `<div class="hero"><h1>Something new is coming</h1><p>Leave your address and we will write to you.</p><form action="/subscribe" method="post"><input type="email" name="email"><button>Notify me</button></form><div id="countdown"></div></div>${script('/js/countdown.js')}`,
    ),
  ),
  served(
    'a personal page of an academic',
    '<html><head><title>A. Miller</title></head><body><table><tr><td><img src="me.jpg"></td><td><h2>A. Miller</h2>Department of Rivers<br>Office 12<br><a href="cv.pdf">CV</a></td></tr></table><h3>Papers</h3><ul><li><a href="p1.pdf">On ferries</a></li><li><a href="p2.pdf">On piers</a></li></ul></body></html>',
  ),
  served(
    'an article in a language without spaces',
    html(
      `<div id="app"><article><h1>島への渡し船</h1><p>${'渡し船は朝七時に北の桟橋を出て、店が開く前に島に着きます。'.repeat(8)}</p></article></div>${script('/js/app.js')}`,
    ),
  ),
  served(
    'an error page of an application, rendered',
    html(
      `<div id="__next"><h1>404</h1><h2>This page could not be found.</h2></div>`,
      script('/_next/static/chunks/main.js'),
    ),
    { status: 404 },
  ),
  served(
    'a recipe with a print view and many widgets',
    html(
      `<div id="app-banner"></div><div id="fb-root"></div><article class="recipe"><h1>Fish soup</h1><ul><li>1 kg of fish</li><li>2 onions</li><li>saffron</li></ul><ol><li>${prose(1)}</li><li>${prose(1)}</li></ol></article><div id="comments-root"></div>${siteFooter}${script('/js/main.js')}`,
    ),
  ),
]

const rest: JudgeCase[] = [
  blocked(
    'a waiting room of a firewall before the page',
    'cloudflare',
    403,
    html(
      `<h1>riverside.example</h1><p>Verifying you are human. This may take a few seconds.</p><div id="turnstile-wrapper"></div>${inline("window._cf_chl_opt={cType:'interactive'}")}${script('https://challenges.cloudflare.com/turnstile/v0/b/api.js')}`,
      '',
      'Un momento…',
    ),
    { 'cf-mitigated': 'challenge' },
  ),
  blocked(
    'a captcha frame by itself',
    'generic',
    403,
    html(
      '<iframe src="https://newassets.hcaptcha.com/captcha/v1/x/static/hcaptcha.html"></iframe>',
      '',
      'Security check',
    ),
  ),
  blocked('an answer to too many requests, in JSON', 'generic', 429, '{"error":"rate limited"}', {
    'retry-after': '5',
  }),
  empty(
    'a document of scripts that measure',
    html(
      '',
      `${script('https://www.google-analytics.com/analytics.js', 'async')}${script('https://static.hotjar.com/c/hotjar-1.js', 'async')}`,
    ),
  ),
  empty('a body of line breaks', '<html><body><br><br>&nbsp;<p></p></body></html>'),
]

export const secondSet: readonly JudgeCase[] = [...shells, ...pages, ...rest]
