/** A page of 50 requests as a shop might have it: styles, scripts, pictures, and requests made by its scripts. */
import { crc32, deflateSync } from 'node:zlib'

/** Number of requests by kind, besides the page itself and the picture that completes it. */
export const pageParts = { styles: 5, scripts: 12, pictures: 20, fetches: 6, xhrs: 5 } as const

/** Number of script requests of one page. */
export const callsPerPage = pageParts.fetches + pageParts.xhrs

/** Total number of requests of one page. */
export const requestsPerPage = Object.values(pageParts).reduce((sum, count) => sum + count, 2)

export interface PageFile {
  type: string
  body: Buffer
}

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at)

/** Returns pseudo-random bytes, the same each time. */
function noise(seed: number, bytes: number): Buffer {
  let state = seed + 1
  return Buffer.from(
    range(bytes).map(() => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
      return state >>> 24
    }),
  )
}

function pngChunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const head = Buffer.alloc(4)
  head.writeUInt32BE(data.length)
  const tail = Buffer.alloc(4)
  tail.writeUInt32BE(crc32(body))
  return Buffer.concat([head, body, tail])
}

/** A square of noise as PNG (RFC 2083), which does not compress. */
export function picture(seed: number, sidePx: number): Buffer {
  const size = Buffer.alloc(13)
  size.writeUInt32BE(sidePx, 0)
  size.writeUInt32BE(sidePx, 4)
  size.set([8, 2, 0, 0, 0], 8)
  const pixels = noise(seed, sidePx * sidePx * 3)
  const rows = range(sidePx).map((at) =>
    Buffer.concat([Buffer.of(0), pixels.subarray(at * sidePx * 3, (at + 1) * sidePx * 3)]),
  )
  const signature = Buffer.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
  const image = deflateSync(Buffer.concat(rows))
  return Buffer.concat([signature, pngChunk('IHDR', size), pngChunk('IDAT', image), pngChunk('IEND', Buffer.alloc(0))])
}

const style = (at: number): string =>
  range(120)
    .map((rule) => `.s${at}-${rule} { color: #${(rule * 111 + 4_096).toString(16)}; padding: ${rule % 7}px; }`)
    .join('\n')

const script = (at: number): string =>
  `(() => {
  const list = Array.from({ length: 4000 }, (_, i) => (i * 7919 + ${at}) % 4001).sort((a, b) => a - b)
  const box = document.getElementById('made')
  for (let i = 0; i < 10; i += 1) {
    const line = document.createElement('p')
    line.className = 's${at % pageParts.styles}-' + i
    line.textContent = 'Script ${at}: ' + list[i * 3]
    box.append(line)
  }
})()
${range(80)
  .map((line) => `function unused${at}x${line}(a, b) { return a * ${line} + b }`)
  .join('\n')}`

const call = (at: number): string =>
  JSON.stringify({ at, items: range(60).map((id) => ({ id, name: `Part ${id} of call ${at}`, price: id * 9 + 0.95 })) })

/** Returns the files that are the same for every load, by path. */
export function pageFiles(): Map<string, PageFile> {
  const { styles, scripts, pictures } = pageParts
  return new Map<string, PageFile>([
    ...range(styles).map((at) => [`/style-${at}.css`, { type: 'text/css', body: Buffer.from(style(at)) }] as const),
    ...range(scripts).map(
      (at) => [`/script-${at}.js`, { type: 'text/javascript', body: Buffer.from(script(at)) }] as const,
    ),
    ...range(pictures).map((at) => [`/picture-${at}.png`, { type: 'image/png', body: picture(at, 64) }] as const),
    ...range(callsPerPage).map(
      (at) => [`/call-${at}`, { type: 'application/json', body: Buffer.from(call(at)) }] as const,
    ),
    ['/end.png', { type: 'image/png', body: picture(99, 8) }],
  ])
}

/** Marker in the document of a load whose script requests were all answered. */
export const wholeMark = `data-calls="${callsPerPage}"`

/**
 * Returns the document of one load.
 * @param load number of the load; script requests and the last picture carry it.
 */
export function pageHtml(load: string): string {
  const { styles, scripts, pictures, fetches } = pageParts
  const links = range(styles).map((at) => `<link rel="stylesheet" href="/style-${at}.css">`)
  const sources = range(scripts).map((at) => `<script src="/script-${at}.js"></script>`)
  const images = range(pictures).map((at) => `<img src="/picture-${at}.png" width="64" height="64" alt="">`)
  const text = range(60).map((at) => `<p class="s${at % styles}-${at}">Paragraph ${at}: ${'word '.repeat(30)}</p>`)
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Fifty requests</title>
<script>
let came = 0
const count = () => { came += 1; document.documentElement.setAttribute('data-calls', came) }
for (let at = 0; at < ${callsPerPage}; at += 1) {
  const url = '/call-' + at + '?load=${load}'
  if (at < ${fetches}) fetch(url).then((answer) => answer.json()).then(count)
  else {
    const request = new XMLHttpRequest()
    request.open('GET', url)
    request.onload = count
    request.send()
  }
}
</script>
${links.join('\n')}</head><body><h1>Fifty requests</h1><div id="made"></div>
${images.join('\n')}
${text.join('\n')}
${sources.join('\n')}
<img src="/end.png?load=${load}" width="8" height="8" alt="">
</body></html>`
}
