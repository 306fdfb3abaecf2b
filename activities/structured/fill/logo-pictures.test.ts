import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { fillSchema } from './fill-schema.ts'
import { isLogo } from './logo-pictures.ts'
import { pageOf } from './testing/page-of.ts'

const string = { type: 'string' }
const logo = 'https://news.example/img/example-logo.svg'
const lead = 'https://news.example/img/bridge.jpg'

describe('a picture', () => {
  it('is a logo by the name of its file', () => {
    for (const url of ['/Logo.png', '/img/logo-square.png?v=2', '/a/Example_logo-header.svg', '/logos/05be6622.png'])
      assert.ok(isLogo(`https://news.example${url}`), url)
    for (const url of ['/catalogo.png', '/logo/2024/bridge.jpg', '/what-makes-a-good-logo-in-2026.png', '/'])
      assert.ok(!isLogo(`https://news.example${url}`), url)
  })

  it('of an article or a product is no logo, of anything else may be one', () => {
    const image = (properties: Record<string, unknown>, ...images: string[]): unknown =>
      (
        fillSchema(
          { type: 'object', properties: { name: string, image: { type: 'string', format: 'uri' }, ...properties } },
          pageOf({ document: { heading: 'A bridge' }, meta: { 'og:image': images } }),
        ).value as Record<string, unknown>
      )['image']
    assert.equal(image({ author: string }, logo, lead), lead)
    assert.equal(image({ author: string }, logo), undefined)
    assert.equal(image({ price: { type: 'number' } }, logo), undefined)
    assert.equal(image({}, logo), logo)
  })
})
