import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { JSDOM } from 'jsdom'
import { parse, type DefaultTreeAdapterTypes } from 'parse5'
import { toCleanHtml } from './clean-html.ts'
import { keptElements } from './clean-html-elements.ts'
import { parseTree } from '../html/parse-tree.ts'
import { randomNumbers } from '../extract/testing/random-numbers.ts'
import { firstElement } from '../html/tree.ts'
import { createUrlResolver } from '../html/urls.ts'

const urls = createUrlResolver('https://example.org/a/b', null)

function clean(html: string): string {
  const { document } = parseTree(html)
  return toCleanHtml({ roots: [firstElement(document, 'body') ?? document], skip: new Set() }, urls)
}

const allowedAttribute =
  /^(?:href|src|class|id|lang|dir|title|hreflang|rel|span|datetime|open|alt|width|height|value|start|type|reversed|colspan|rowspan|align|scope|headers)$/
const allowedUrl = /^(?:https?:\/\/|mailto:|tel:)/

/** Returns why an attribute is not allowed for any parser; null when it is allowed. */
function faultOf(element: string, name: string, value: string): string | null {
  if (element === 'input')
    return /^(?:type=checkbox|disabled=|checked=)$/.test(`${name}=${value}`) ? null : `input ${name}`
  if (!allowedAttribute.test(name)) return `${element} ${name}`
  if ((name === 'href' || name === 'src') && !allowedUrl.test(value)) return `${element} ${name}=${value}`
  return name === 'class' && !/^(?:lang|language|highlight-source)-/.test(value) ? `class ${value}` : null
}

const frame = new Set(['html', 'head', 'body'])
const allowedElements = new Set([...keptElements, 'input'])

/** Returns the disallowed elements and attributes that parse5 finds when it reads the HTML as a document. */
function faultsByParse5(html: string): string[] {
  const faults: string[] = []
  const left: DefaultTreeAdapterTypes.ParentNode[] = [parse(`<!doctype html><body>${html}`)]
  for (let node = left.pop(); node !== undefined; node = left.pop()) {
    for (const child of node.childNodes) {
      if (child.nodeName === '#comment') faults.push('comment')
      if (!('tagName' in child)) continue
      if (!allowedElements.has(child.tagName) && !frame.has(child.tagName)) faults.push(child.tagName)
      for (const { name, value } of child.attrs)
        faults.push(...[faultOf(child.tagName, name, value)].filter((each) => each !== null))
      left.push(child)
    }
  }
  return faults
}

/** Returns the same faults as jsdom finds them when the HTML is assigned to innerHTML. */
function faultsByJsdom(html: string): string[] {
  const { document } = new JSDOM('<!doctype html><body>').window
  document.body.innerHTML = html
  return [...document.body.querySelectorAll('*')].flatMap((element) => [
    ...(allowedElements.has(element.localName) ? [] : [element.localName]),
    ...[...element.attributes]
      .map(({ name, value }) => faultOf(element.localName, name, value))
      .filter((each) => each !== null),
  ])
}

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg><style><img src=x onerror=alert(1)></style></svg>',
  '<math><style><img src=x onerror=alert(1)></style></math>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<svg></p><style><a id="</style><img src=1 onerror=alert(1)>">',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<template shadowrootmode=open><img src=x onerror=alert(1)><a href=javascript:alert(1)>x</a></template>',
  '<title><img src=x onerror=alert(1)></title>',
  '<textarea><img src=x onerror=alert(1)></textarea>',
  '<xmp><img src=x onerror=alert(1)></xmp>',
  '<plaintext><img src=x onerror=alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<iframe src="javascript:alert(1)"></iframe>',
  '<iframe src="https://www.youtube.com/embed/x" title="</a><img src=x onerror=alert(1)>"></iframe>',
  '<video src="javascript:alert(1)" onerror=alert(1) title="<script>alert(1)</script>"></video>',
  '<video src="/v.mp4" title="<script>alert(1)</script>"></video>',
  '<object data="javascript:alert(1)"><embed src="javascript:alert(1)"></object>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href=" &#14; javascript:alert(1)">x</a>',
  '<a href="java\nscript:alert(1)">x</a>',
  '<a href="java&Tab;script&colon;alert(1)">x</a>',
  '<a href="vbscript:x">x</a><a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example" onclick=alert(1) style="x:expression(alert(1))" target=_blank>x</a>',
  '<base href="javascript:/"><a href="alert(1)">x</a>',
  '<a href=\'https://x.example/"onmouseover="alert(1)\'>x</a>',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<img srcset="javascript:alert(1) 1x, x:y 2x" alt="`onerror=alert(1)">',
  '<img alt="\'><script>alert(1)</script>" src=i title=\'"><script>alert(1)</script>\'>',
  '<ul><li><input type=checkbox checked autofocus onfocus=alert(1) name=x form=y>a</ul>',
  '<meta http-equiv=refresh content="0;url=javascript:alert(1)"><link rel=stylesheet href=x>',
  '<form action=javascript:alert(1)><input type=submit><button formaction=javascript:alert(1)>x</button></form>',
  '<isindex type=image src=1 onerror=alert(1)>',
  '<!--><img src=x onerror=alert(1)>-->',
  '<![CDATA[<img src=x onerror=alert(1)>]]>',
  '<svg><![CDATA[<img src=x onerror=alert(1)>]]></svg>',
  '<svg><foreignObject><img src=x onerror=alert(1)></foreignObject></svg>',
  '<math href="javascript:alert(1)"><annotation encoding="application/x-tex"></code><img src=x onerror=alert(1)></annotation></math>',
  '<math><annotation encoding="application/x-tex">&lt;img src=x onerror=alert(1)></annotation></math>',
  '<table background="javascript:alert(1)"><td background=x><caption onclick=alert(1)>x',
  '<p class="language-x&quot; onclick=alert(1)" id="&quot;><script>">x</p><a href="#&quot;><script>">y</a>',
  '<pre class="language-js"><img src=x onerror=alert(1)></pre>',
  '&lt;img src=x onerror=alert(1)&gt;',
  '<<script>alert(1)//<</script>',
  '<img """><script>alert(1)</script>">',
  '<a href="https://x.example/&#x22;&#x3e;&#x3c;script&#x3e;">x</a>',
  '<x-y onclick=alert(1)><z><!-- --!><script>alert(1)</script>',
]

describe('safety of clean HTML', () => {
  for (const attack of attacks) {
    it(`leaves nothing that runs of ${attack.replaceAll('\n', ' ')}`, () => {
      const result = clean(`<p>before</p>${attack}`)
      assert.deepEqual(faultsByParse5(result), [])
      assert.deepEqual(faultsByJsdom(result), [])
      assert.equal(clean(result), result)
    })
  }
})

const names = [
  ...keptElements, 'span', 'font', 'x-y', 'form', 'button', 'object', 'marquee', 'center', 'svg', 'math', 'foreignObject', 'mtext', 'template',
  'select', 'option', 'noscript', 'iframe', 'video', 'picture', 'source', 'textarea', 'title', 'style', 'script', 'nobr', 'applet', 'frameset', 'input',
] // prettier-ignore
const texts = ['a', ' ', '\n', 'b  c', '&lt;', '&amp;', '\u00a0', '\n\nd', '&#13;', '<', 'e']
const attributes = [
  '',
  ' href=/x',
  ' href=#f',
  ' id=f',
  ' src=/i.png',
  ' class="language-js"',
  ' class="language-math math-display"',
  ' class=mwe-math-fallback-image-display alt="x^2"',
  ' type=checkbox',
  ' type="math/tex; mode=display"',
  ' role=heading',
  ' title="&quot; &#13;"',
  ' shadowrootmode=open',
  ' open',
]

/** Returns malformed random markup, identical for the same seed. */
function soup(seed: number): string {
  const next = randomNumbers(seed)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T
  const length = 3 + Math.floor(next() * 30)
  return Array.from({ length }, () => {
    const kind = next()
    if (kind < 0.5) return `<${pick(names)}${pick(attributes)}>`
    return kind < 0.75 ? `</${pick(names)}>` : pick(texts)
  }).join('')
}

describe('toCleanHtml on what is clean', () => {
  it('changes nothing', () => {
    for (let seed = 1; seed <= 2_000; seed++) {
      const html = soup(seed)
      const once = clean(html)
      assert.equal(clean(once), once, `seed ${seed}: ${html}`)
      assert.deepEqual(faultsByParse5(once), [], `seed ${seed}: ${html}`)
    }
  })
})
