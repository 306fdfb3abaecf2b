import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { hasPictureEnding, isPreviewOnly } from './preview-pictures.ts'
import { field, pageOf } from './testing/page-of.ts'

const at = (file: string): string => `https://news.example/img/${file}`

describe('a picture', () => {
  it('is made for previews of links by the name of its file, unless the page shows it', () => {
    const nothing = pageOf({})
    for (const file of ['bridge-og.png', 'og_image_bridge.jpg', 'open-graph.jpg', 'opengraph.png?v=2', 'bridge-fb.png'])
      assert.ok(isPreviewOnly(at(file), nothing), file)
    for (const file of ['social-share.jpg', 'share_card.png']) assert.ok(isPreviewOnly(at(file), nothing), file)
    for (const file of ['bridge.jpg', 'dog.png', 'social-media-in-2026.png', 'open-graphite.png', ''])
      assert.ok(!isPreviewOnly(at(file), nothing), file)
    const url = at('bridge-og-300x200.png')
    assert.ok(!isPreviewOnly(at('bridge-og.png'), pageOf({ document: { images: [url] } })))
    assert.ok(!isPreviewOnly(at('bridge-og.png'), pageOf({ fields: [field('img', '', url)] })))
  })

  it('of an article or a product is not such a picture, and not a link', () => {
    const schema = {
      type: 'object',
      properties: { author: { type: 'string' }, image: { type: 'string', format: 'uri' } },
    }
    const image = (...urls: string[]): unknown =>
      (
        fillSchema(schema, pageOf({ document: { author: 'Ana' }, meta: { 'og:image': urls } })).value as {
          image?: string
        }
      ).image
    assert.equal(image(at('bridge-og.png'), at('bridge.jpg')), at('bridge.jpg'))
    assert.equal(image(at('bridge-og.png')), undefined)
    const link = field('image', 'Cookies', 'https://other.example/products/consent/')
    const page = pageOf({ document: { author: 'Ana' }, fields: [link] })
    assert.deepEqual(fillSchema(schema, page).value, { author: 'Ana' })
    assert.ok(hasPictureEnding(at('a.webp?w=2')) && !hasPictureEnding('https://other.example/products/consent/'))
  })
})
