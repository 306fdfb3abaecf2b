/** Pages whose frame is rendered by a server and whose content is loaded by scripts. */
import { shell, type JudgeCase } from './case.ts'
import { analytics, cookieBanner, divNav, html, inline, script, siteFooter, siteNav } from './parts.ts'

const skeletons = '<div class="skeleton-card"><div class="skeleton-image"></div><div class="skeleton-line"></div></div>'

export const framed: readonly JudgeCase[] = [
  shell(
    'an empty main region between navigation and footer',
    html(`${siteNav}<main id="content"></main>${siteFooter}${script('/js/app.js', 'defer')}`),
  ),
  shell(
    'the same under a banner for cookies',
    html(
      `${cookieBanner}${siteNav}<main></main>${siteFooter}${analytics}${script('/assets/main.4f.js', 'type="module"')}`,
    ),
  ),
  shell(
    'a main region of skeletons',
    html(
      `${siteNav}<main><div class="grid">${skeletons.repeat(8)}</div></main>${siteFooter}${script('/_next/static/chunks/main.js')}`,
    ),
  ),
  shell(
    'a heading above skeletons',
    html(
      `${siteNav}<main><h1>All products</h1><div class="grid">${skeletons.repeat(8)}</div></main>${siteFooter}${script('/assets/index-1a.js', 'type="module"')}`,
    ),
  ),
  shell(
    'a spinner where the results go',
    html(
      `${divNav}<div class="container"><h2>Results</h2><div id="results"><div class="spinner-border" role="status"><span class="visually-hidden">Loading...</span></div></div></div>${siteFooter}${script('/js/jquery.min.js')}${script('/js/search.js')}`,
    ),
  ),
  shell(
    'a list that a script fetches, in a page without landmarks',
    html(
      `${divNav}<div class="container"><h1>Quotes</h1><div class="quotes" id="quotes"></div></div>${script('/js/jquery.js')}${inline("$.get('/api/quotes',function(d){d.quotes.forEach(function(q){$('#quotes').append('<p>'+q.text+'</p>')})})")}`,
    ),
  ),
  shell(
    'content written by a script in the middle of a page',
    html(
      `<div class="container"><div class="row header-box"><h1><a href="/">Quotes</a></h1><p><a href="/login">Login</a></p></div>${inline(`var data=[${'{"text":"A day without laughter is a day wasted.","author":"Keeper"},'.repeat(10)}];for(var i in data){var d=data[i];document.write("<div class='quote'><span>"+d.text+"</span><small>"+d.author+"</small></div>")}`)}<nav><ul class="pager"><li class="next"><a href="/page/2/">Next</a></li></ul></nav></div><footer class="footer"><p>Quotes by: <a href="https://example.org">Keeper</a></p></footer>`,
    ),
  ),
  shell(
    'placeholders that are marked as busy',
    html(
      `${siteNav}<main aria-busy="true"><div class="feed"><div class="item"></div><div class="item"></div></div></main>${siteFooter}${script('/static/js/main.js')}`,
    ),
  ),
  shell(
    'fragments that are fetched when the page has loaded',
    html(
      `${siteNav}<main><h1>Stories</h1><div hx-get="/fragments/stories" hx-trigger="load"><span class="loader">Loading…</span></div></main>${siteFooter}`,
      script('https://unpkg.com/htmx.org@1.9.10'),
    ),
  ),
  shell(
    'an element of an application in the frame of a content system',
    html(
      `${divNav}<div class="content-area"><div id="booking-app"></div></div>${cookieBanner}${siteFooter}${script('/themes/river/js/app.js')}${script('/apps/booking/runtime.js')}${script('/apps/booking/main.js')}`,
    ),
  ),
  shell(
    'a table without rows',
    html(
      `${divNav}<div class="container"><h1>Timetable</h1><table class="table" id="timetable"></table></div>${siteFooter}${script('/js/datatables.min.js')}${script('/js/timetable.js')}`,
    ),
  ),
  shell(
    'a page that shows its templates',
    html(
      `${siteNav}<main><div class="product" v-for="p in products"><h2>{{ p.name }}</h2><p>{{ p.description }}</p><b>{{ p.price | currency }}</b></div></main>${siteFooter}${script('/js/vue.min.js')}${script('/js/shop.js')}`,
    ),
  ),
  shell(
    'a catalogue with templates in scripts',
    html(
      `${divNav}<div id="catalogue"></div><script type="text/x-handlebars-template" id="item"><li>{{name}}</li></script>${siteFooter}${script('/js/handlebars.min.js')}${script('/js/catalogue.js')}`,
    ),
  ),
  shell(
    'a page that waits, in the words of the language',
    html(
      `${siteNav}<main><p>Chargement en cours, veuillez patienter…</p></main>${siteFooter}${script('/js/app.min.js')}`,
    ),
  ),
  shell(
    'a frame of web components with an empty view',
    html(
      `<site-header><a href="/">Riverside</a></site-header><site-view></site-view>${siteFooter}${script('/components/bundle.js', 'type="module"')}`,
    ),
  ),
  shell(
    'a dashboard of empty panels',
    html(
      `${divNav}<div id="dashboard"></div><div id="chart"></div><div id="data-table"></div>${script('/js/vendor.js')}${script('/js/dashboard.js')}`,
    ),
  ),
  shell(
    'an infinite list before its first page',
    html(
      `${divNav}<div class="container"><div class="feed-list" id="feed"></div><div class="loading" role="status">Loading more…</div></div>${script('/js/feed.js')}`,
    ),
  ),
  shell(
    'a Next.js layout around the data to come',
    html(
      `<div id="__next">${siteNav}<div class="layout"><div class="css-0 shimmer"></div><div class="css-0 shimmer"></div><div class="css-0 shimmer"></div></div>${siteFooter}</div><script id="__NEXT_DATA__" type="application/json">{"props":{"pageProps":{}},"page":"/search"}</script>`,
      script('/_next/static/chunks/main-3c4d.js', 'defer'),
    ),
  ),
  shell(
    'a map with its list',
    html(
      `${siteNav}<main><div id="map"></div><ul id="places-list"></ul></main>${siteFooter}${script('https://maps.example.net/api/js?key=1')}${script('/js/places.js')}`,
    ),
  ),
  shell(
    'text that waits for a selector of the caller',
    html(
      `${siteNav}<main><h1>Lamps</h1><p>Lamps of oak and brass, made in our workshop by the harbour and sent to every country of the world.</p></main>${siteFooter}${script('/js/app.js')}`,
    ),
    { waitSelectorFound: false },
  ),
]
