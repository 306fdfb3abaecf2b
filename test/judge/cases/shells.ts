/** Applications whose documents have no content of their own. */
import { shell, type JudgeCase } from './case.ts'
import { analytics, html, inline, prose, runtimeCode, script } from './parts.ts'

const wants = (words: string): string => `<noscript>${words}</noscript>`

const react: JudgeCase[] = [
  shell(
    'React, made with Create React App',
    html(
      `${wants('You need to enable JavaScript to run this app.')}<div id="root"></div>${inline(runtimeCode(1_500))}${script('/static/js/2.8f1c2b7a.chunk.js')}${script('/static/js/main.1d0a6f3e.chunk.js')}`,
      '<link href="/static/css/main.5f361e03.chunk.css" rel="stylesheet">',
      'React App',
    ),
  ),
  shell(
    'React, made with Vite',
    html(
      '<div id="root"></div>',
      `${script('/assets/index-BxY3kq2a.js', 'type="module" crossorigin')}<link rel="stylesheet" href="/assets/index-D8b.css">`,
    ),
  ),
  shell(
    'React in development',
    html(`<div id="root"></div>${script('/src/main.tsx', 'type="module"')}`, script('/@vite/client', 'type="module"')),
  ),
  shell(
    'React with a node of its own name and everything deferred',
    html('<div id="react-root"></div>', script('https://cdn.example.net/w/client-web/main.a1b2.js', 'defer')),
  ),
  shell(
    'React with a splash screen in its node',
    html(
      `<div id="root"><div class="splash-screen"><img src="/logo.svg" alt=""><h1>Riverside</h1><p>Your harbour, online</p></div></div>${script('/static/js/main.js', 'defer')}`,
    ),
  ),
  shell('React with "Loading..." in its node', html(`<div id="app">Loading...</div>${script('/js/app.3f2a.js')}`)),
  shell(
    'React 18 with an import map',
    html(
      `<div id="root"></div>${inline('')}<script type="importmap">{"imports":{"react":"https://esm.sh/react@18"}}</script><script type="module">import React from "react";import{createRoot}from"react-dom/client";createRoot(document.getElementById("root")).render(React.createElement("p"))</script>`,
    ),
  ),
  shell(
    'React compiled in the browser',
    html(
      `<div id="container"></div>${script('https://unpkg.com/react@18/umd/react.production.min.js')}${script('https://unpkg.com/@babel/standalone/babel.min.js')}<script type="text/babel">ReactDOM.render(<App/>, document.getElementById('container'))</script>`,
    ),
  ),
  shell(
    'Next.js, client-only',
    html(
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/dashboard","query":{},"buildId":"kX2","nextExport":true,"autoExport":true,"isFallback":false,"scriptLoader":[]}</script>`,
      `${script('/_next/static/chunks/webpack-1a2b.js', 'defer')}${script('/_next/static/chunks/main-3c4d.js', 'defer')}${script('/_next/static/chunks/pages/_app-5e6f.js', 'defer')}`,
    ),
  ),
  shell(
    'Next.js with a fallback page while its data comes',
    html(
      `<div id="__next"><div class="spinner-wrapper"><div class="spinner"></div></div></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/product/[id]","query":{},"isFallback":true,"gsp":true}</script>`,
      script('/_next/static/chunks/main-3c4d.js', 'defer'),
    ),
  ),
  shell(
    'Next.js app router that bailed out to the client',
    html(
      `<!--$!--><template data-dgst="BAILOUT_TO_CLIENT_SIDE_RENDERING"></template><!--/$-->${script('/_next/static/chunks/webpack-77.js', 'async')}${inline('(self.__next_f=self.__next_f||[]).push([0]);self.__next_f.push([1,"0:[\\"$\\",\\"html\\",null,{}]"])')}`,
      script('/_next/static/chunks/main-app-12.js', 'async'),
    ),
  ),
  shell(
    'Next.js, client-only, with the words of its interface as data',
    html(
      `<div id="__next"></div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{"_nextI18Next":{"initialI18nStore":{"en":{"common":{"terms":${JSON.stringify(prose(4))},"help":${JSON.stringify(prose(5))}}}}}}},"page":"/app"}</script>`,
      script('/_next/static/chunks/main-3c4d.js', 'defer'),
    ),
  ),
  shell(
    'Gatsby without prerendering',
    html(
      `<noscript id="gatsby-noscript">This app works best with JavaScript enabled.</noscript><div id="___gatsby"></div>${inline('window.___chunkMapping={"app":["/app-1.js"]}')}${script('/webpack-runtime-42.js', 'async')}${script('/app-99aa.js', 'async')}`,
    ),
  ),
  shell('Preact', html(`<div id="app"></div>${script('/bundle.7c1d2.esm.js', 'type="module"')}`)),
]

const vue: JudgeCase[] = [
  shell(
    'Vue, made with its command line',
    html(
      `${wants("<strong>We're sorry but riverside doesn't work properly without JavaScript enabled. Please enable it to continue.</strong>")}<div id="app"></div>${script('/js/chunk-vendors.4f2a.js')}${script('/js/app.9b1c.js')}`,
    ),
  ),
  shell('Vue, made with Vite', html('<div id="app"></div>', script('/assets/index.4c2b.js', 'type="module"'))),
  shell(
    'Vue with templates in the document',
    html(
      `<div id="app" v-cloak><h1>{{ title }}</h1><ul><li v-for="story in stories">{{ story.title }} {{ story.date }}</li></ul></div>${script('https://unpkg.com/vue@3/dist/vue.global.prod.js')}${script('/js/stories.js')}`,
    ),
  ),
  shell(
    'Nuxt in client mode',
    html(
      `<div id="__nuxt"><style>.nuxt-progress{}</style><div id="nuxt-loading" aria-live="polite" role="status"><div>Loading...</div></div></div>${inline('window.__NUXT__={config:{app:{basePath:"/"}},serverRendered:false}')}${script('/_nuxt/runtime.js')}${script('/_nuxt/app.js')}`,
    ),
  ),
  shell(
    'Nuxt 3 without rendering',
    html(
      `<div id="__nuxt"></div><div id="teleports"></div><script type="application/json" id="__NUXT_DATA__" data-ssr="false">[{"serverRendered":1},false]</script>${inline('window.__NUXT__={};window.__NUXT__.config={public:{},app:{baseURL:"/"}}')}`,
      script('/_nuxt/DkZ2a.js', 'type="module" crossorigin'),
    ),
  ),
  shell(
    'Quasar',
    html(`<div id=q-app></div>${script('/js/vendor.2b.js', 'defer')}${script('/js/app.1a.js', 'defer')}`),
  ),
  shell(
    'Inertia',
    html(
      `<div id="app" data-page="{&quot;component&quot;:&quot;Stories&quot;,&quot;props&quot;:{&quot;stories&quot;:[1,2]},&quot;url&quot;:&quot;/stories&quot;}"></div>`,
      script('/build/assets/app-4c1.js', 'type="module"'),
    ),
  ),
]

const others: JudgeCase[] = [
  shell(
    'Angular',
    html(
      `<app-root></app-root>${script('runtime.2fa1.js', 'type="module"')}${script('polyfills.b3.js', 'type="module"')}${script('main.77aa.js', 'type="module"')}`,
      '<base href="/">',
    ),
  ),
  shell(
    'Angular with a note in its root',
    html(
      `<app-root><div class="app-loading"><div class="logo"></div><p>Please wait</p></div></app-root><noscript>Please enable JavaScript to continue using this application.</noscript>${script('main-ES2015.js', 'type="module"')}`,
    ),
  ),
  shell(
    'AngularJS',
    html(
      `<div class="container" ng-view></div>${script('/lib/angular.min.js')}${script('/js/controllers.js')}`,
      '',
      'Riverside',
      'ng-app="riverside"',
    ),
  ),
  shell(
    'AngularJS with templates in the document',
    html(
      `<div ng-controller="Stories"><h2>{{heading}}</h2><div ng-repeat="s in stories"><h3>{{s.title}}</h3><p>{{s.summary}}</p></div></div>${script('/lib/angular.min.js')}${script('/js/app.js')}`,
      '',
      'Riverside',
      'ng-app="riverside"',
    ),
  ),
  shell(
    'Ember',
    html(
      `${script('/assets/vendor-11ab.js')}${script('/assets/riverside-22cd.js')}<div id="ember-basic-dropdown-wormhole"></div>`,
      '<meta name="riverside/config/environment" content="%7B%22modulePrefix%22%3A%22riverside%22%7D">',
    ),
  ),
  shell('Svelte', html('', `${script('/build/bundle.js', 'defer')}<link rel="stylesheet" href="/build/bundle.css">`)),
  shell(
    'SvelteKit without rendering',
    html(
      `<div style="display: contents"><script>{__sveltekit_1x={base:""};const element=document.currentScript.parentElement;Promise.all([import("/_app/immutable/entry/start.a1.js"),import("/_app/immutable/entry/app.b2.js")]).then(([kit,app])=>{kit.start(app,element)})}</script></div>`,
    ),
  ),
  shell(
    'SolidJS',
    html(
      `<noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div>${script('/assets/index-c3.js', 'type="module"')}`,
    ),
  ),
  shell(
    'Flutter for the web',
    html(
      inline('window.flutterConfiguration={};') + script('flutter_bootstrap.js', 'async'),
      '<base href="/"><meta name="apple-mobile-web-app-title" content="riverside"><link rel="manifest" href="manifest.json">',
    ),
  ),
  shell(
    'Blazor',
    html(
      `<div id="app"><svg class="loading-progress"><circle r="40%" cx="50%" cy="50%"/></svg><div class="loading-progress-text"></div></div><div id="blazor-error-ui" style="display:none">An unhandled error has occurred. <a href="" class="reload">Reload</a><a class="dismiss">🗙</a></div>${script('_framework/blazor.webassembly.js')}`,
    ),
  ),
  shell('older Blazor', html(`<app>Loading...</app>${script('_framework/blazor.webassembly.js')}`)),
  shell(
    'GWT',
    html(
      `<iframe src="javascript:''" id="__gwt_historyFrame" tabIndex='-1' style="position:absolute;width:0;height:0;border:0"></iframe><noscript><div style="width: 22em; color: red">Your web browser must have JavaScript enabled in order for this application to display correctly.</div></noscript>`,
      script('riverside/riverside.nocache.js', 'language="javascript"'),
    ),
  ),
  shell(
    'Meteor',
    html(
      `${inline('__meteor_runtime_config__ = JSON.parse(decodeURIComponent("%7B%22meteorRelease%22%3A%22METEOR%402.12%22%7D"))')}${script('/a1b2c3d4e5f6.js?meteor_js_resource=true')}`,
    ),
  ),
  shell(
    'a web component that is the application',
    html('<river-app></river-app>', script('/src/river-app.js', 'type="module"')),
  ),
  shell(
    'web components in the frame of another',
    html(
      `<my-shell><my-header></my-header><my-outlet></my-outlet></my-shell>${script('/dist/elements.bundle.js', 'type="module"')}`,
    ),
  ),
  shell('Lit with a router', html(`<main id="outlet"></main>`, script('/index.js', 'type="module"'))),
  shell('Elm', html(`${script('/elm.js')}${inline('var app = Elm.Main.init({flags: {}})')}`)),
  shell(
    'ClojureScript',
    html(`<div id="app"></div>${script('/js/compiled/app.js')}${inline('riverside.core.init();')}`),
  ),
  shell(
    'Rust compiled to WebAssembly',
    html(
      '',
      `<link rel="preload" href="/app-1a_bg.wasm" as="fetch" type="application/wasm"><script type="module">import init from '/app-1a.js';init('/app-1a_bg.wasm');</script>`,
    ),
  ),
  shell(
    'a documentation site that reads Markdown in the browser',
    html(
      `<div id="app">Please wait...</div>${inline("window.$docsify={name:'riverside',repo:'',loadSidebar:true}")}${script('//cdn.jsdelivr.net/npm/docsify/lib/docsify.min.js')}`,
    ),
  ),
  shell(
    'an API console',
    html(
      `<div id="swagger-ui"></div>${script('./swagger-ui-bundle.js')}${inline('window.ui=SwaggerUIBundle({url:"/openapi.json",dom_id:"#swagger-ui"})')}`,
    ),
  ),
  shell(
    'an application of the last decade, with a loader',
    html(
      `<div id="loading-mask"></div><div id="loading"><span class="msg">Loading styles and images...</span></div>${script('/ext/ext-all.js')}${script('/app/boot.js')}`,
    ),
  ),
  shell('Backbone with RequireJS', html('<div id="page"></div>', script('/js/require.js', 'data-main="js/main"'))),
  shell(
    'a shell in Japanese',
    html(
      `<noscript>このアプリを実行するにはJavaScriptを有効にする必要があります。</noscript><div id="root"></div>${script('/static/js/main.0a1b.js', 'defer')}`,
      '',
      'リバーサイド',
    ),
  ),
  shell(
    'a shell in German with its splash in words',
    html(
      `<div id="root"><p>Wird geladen, bitte warten …</p></div><noscript>Bitte aktivieren Sie JavaScript.</noscript>${script('/main.js')}`,
    ),
  ),
  shell(
    'a dashboard that explains why it may not load',
    html(
      `<div class="preloader"><div class="preloader__bounce"></div><div class="preloader__text">Loading</div><div class="preloader__text preloader__text--fail"><p><strong>If you are seeing this the application has failed to load its files</strong></p><ol><li>This could be caused by your reverse proxy settings. If you host it under a sub path make sure that the root address includes it.</li><li>If you have a local development server make sure that it was built with the right command.</li><li>Sometimes restarting the server can help.</li><li>Check whether you are using a browser that is supported; see the documentation for details.</li></ol></div></div><div id="reactRoot"></div>${inline('window.bootData={user:{},settings:{}};')}${script('/public/build/runtime.1a.js')}${script('/public/build/app.2b.js')}`,
    ),
  ),
  shell(
    'a shell with analytics, a manifest and a long inline runtime',
    html(
      `<div id="root"></div>${inline(runtimeCode(20_000))}${script('/static/js/main.aa11.chunk.js')}`,
      `${analytics}<meta name="description" content="${prose(2)}">`,
    ),
  ),
  shell(
    'a shell with a skeleton of the page in its node',
    html(
      `<div id="app"><div class="skeleton-header"><span class="skeleton-logo"></span><span class="skeleton-item"></span></div><div class="skeleton-main"><div class="line"></div><div class="line"></div></div></div>${script('/frontend/main-3XK.js', 'type="module"')}`,
    ),
  ),
  shell(
    'a shell that asks for scripts where its content will be',
    html(
      `<div id="content"><h2>JavaScript is required</h2><p>Please enable JavaScript in your browser to use Riverside.</p></div>${script('/dist/bundle.min.js')}`,
    ),
  ),
  shell(
    'a shell without a known node, its script at the end of the body',
    html(`<div class="wrapper"><div class="inner"></div></div>${script('/dist/7d2f0c.js')}`),
  ),
  shell(
    'a table that a script writes into the document',
    html(
      inline(
        `var rows=${JSON.stringify(Array.from({ length: 30 }, (_, id) => ({ id, text: prose(1), by: 'A. Keeper' })))};for(var i in rows){document.write("<div class='row'><span>"+rows[i].text+"</span></div>")}`,
      ),
    ),
  ),
  shell('a redirect by script', html(inline('window.location.replace("/en/home" + window.location.hash)'), '', '')),
  shell(
    'a redirect by a meta element and nothing else',
    html('', '<meta http-equiv="refresh" content="0; url=/en/">', ''),
  ),
  shell(
    'a redirect that checks the browser first',
    html(
      inline(
        'document.cookie="seen=1; path=/"; if(document.cookie.indexOf("seen=1")>=0){location.href=location.href+"?v=2"}',
      ),
    ),
  ),
]

export const shells: readonly JudgeCase[] = [...react, ...vue, ...others]
