import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentTypeOf } from '../html/charset/content-type.ts'
import { convertImage } from './image.ts'
import { imageSize } from './image-size.ts'

const bytes = (hex: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(hex.replaceAll(/\s/g, ''), 'hex'))
const text = (latin1: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(latin1, 'latin1'))

/** Headers of images of 640 × 480 pixels. */
const headers: [name: string, hex: string][] = [
  ['PNG', '89504e470d0a1a0a 0000000d 49484452 00000280 000001e0 08060000'],
  ['GIF', '474946383961 8002 e001 000000'],
  ['JPEG', 'ffd8 ffe0 0010 4a46494600010100000100010000 ff ffc4 0004 0000 ffc2 0011 08 01e0 0280 03'],
  ['lossy WebP', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 8002 e001'],
  ['lossless WebP', '52494646 00000000 57454250 5650384c 00000000 2f 7fc27700'],
  ['extended WebP', '52494646 00000000 57454250 56503858 0a000000 00000000 7f0200 df0100'],
  [
    'AVIF',
    '0000001c 66747970 61766966 00000000 00000014 69737065 00000000 00000010 00000010 00000014 69737065 00000000 00000280 000001e0',
  ],
  ['BMP', '424d 00000000 00000000 36000000 28000000 80020000 20feffff 0100 1800'],
  ['little-endian TIFF', '49492a00 08000000 0200 0001 0300 01000000 80020000 0101 0400 01000000 e0010000 00000000'],
  ['big-endian TIFF', '4d4d002a 00000008 0002 0100 0003 00000001 02800000 0101 0004 00000001 000001e0 00000000'],
]

describe('imageSize', () => {
  for (const [name, hex] of headers) {
    it(`reads the size of ${name}`, () => {
      const { mediaType } = contentTypeOf(bytes(hex), null)
      assert.deepEqual(imageSize(bytes(hex), mediaType), { width: 640, height: 480 })
    })

    it(`knows no size of ${name} that is cut short`, () => {
      const { mediaType } = contentTypeOf(bytes(hex), null)
      for (let length = 0; length < 10; length++) {
        assert.equal(imageSize(bytes(hex).slice(0, length), mediaType), null)
      }
    })
  }

  it('takes the largest picture of an icon', () => {
    const icon = bytes('00000100 0200 10100000 010020000000000000000000 00000000 010020000000000000000000')
    assert.deepEqual(imageSize(icon, 'image/x-icon'), { width: 256, height: 256 })
  })
})

describe('convertImage', () => {
  const url = 'https://example.org/a/red%20panda.png'
  const convert = (content: Uint8Array<ArrayBuffer>, mediaType: string) =>
    convertImage({ kind: 'image', bytes: content, text: '', url, mediaType, deadlineMs: Infinity })

  it('shows the picture and the facts of its header', async () => {
    const png = bytes(headers[0]?.[1] ?? '')
    const { html, degraded, warnings } = await convert(png, 'image/png')
    assert.match(html, /<title>red panda.png<\/title>/)
    assert.match(html, /<img src="https:\/\/example.org\/a\/red%20panda.png" alt="red panda.png">/)
    assert.match(html, /<dt>Format<\/dt><dd>PNG<\/dd><dt>Width<\/dt><dd>640 px<\/dd><dt>Height<\/dt><dd>480 px<\/dd>/)
    assert.deepEqual([degraded, warnings], [null, []])
  })

  it('reports a size that cannot be read', async () => {
    assert.equal((await convert(text('\x89PNG'), 'image/png')).warnings.length, 1)
  })

  it('reads size, title and description of SVG', async () => {
    const svg = text(
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="64px" height="32.4"><title>A &lt;b&gt;</title><desc>Of it</desc><script>x()</script></svg>',
    )
    const { html } = await convert(svg, 'image/svg+xml')
    assert.match(html, /<title>A &lt;b&gt;<\/title>/)
    assert.match(html, /<p>Of it<\/p>/)
    assert.match(html, /<dd>64 px<\/dd><dt>Height<\/dt><dd>32 px<\/dd>/)
    assert.doesNotMatch(html, /x\(\)/)
  })

  it('takes the size of SVG from its box', async () => {
    const { html } = await convert(text('<svg viewBox="0 0 100 50" width="100%">'), 'image/svg+xml')
    assert.match(html, /<dd>100 px<\/dd><dt>Height<\/dt><dd>50 px<\/dd>/)
  })
})
