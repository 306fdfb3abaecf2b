import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentTypeOf } from './content-type.ts'
import { UnreadableContentError } from './contract.ts'

const bytes = (text: string): Uint8Array => Buffer.from(text, 'latin1')

describe('contentTypeOf', () => {
  const accepted: [title: string, body: string, header: string | null, kind: string, mediaType: string][] = [
    ['takes the header at its word', 'x', 'text/html; charset=utf-8', 'html', 'text/html'],
    ['reads XHTML as HTML', '<html/>', 'application/xhtml+xml', 'html', 'application/xhtml+xml'],
    ['reads text/plain that begins as HTML as HTML', ' <!-- a --> <!doctype html>', 'text/plain', 'html', 'text/plain'],
    ['reads octet-stream that begins as HTML as HTML', '<html><p>', 'application/octet-stream', 'html', 'text/html'],
    ['looks through a UTF-8 mark', '\xef\xbb\xbf<!DOCTYPE html>', null, 'html', 'text/html'],
    ['looks through a UTF-16 mark', '\xff\xfe<\0h\0t\0m\0l\0>\0', null, 'html', 'text/html'],
    ['takes markup without a header for HTML', '<div>x', null, 'html', 'text/html'],
    ['keeps plain text plain', 'hello <b>', 'text/plain', 'text', 'text/plain'],
    ['reads Markdown', '# x', 'text/markdown', 'markdown', 'text/markdown'],
    ['reads JSON', '{}', 'application/json', 'json', 'application/json'],
    ['reads JSON by suffix', '{}', 'application/ld+json', 'json', 'application/ld+json'],
    ['reads feeds as XML', '<rss/>', 'application/rss+xml', 'xml', 'application/rss+xml'],
    ['recognises XML without a header', '<?xml version="1.0"?><a/>', null, 'xml', 'application/xml'],
    [
      'reads XML with an XHTML root as HTML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
      'text/xml',
      'html',
      'text/xml',
    ],
    ['reads other text types as text', 'a,b', 'text/csv', 'text', 'text/csv'],
    ['reads scripts as text', 'let a', 'application/javascript', 'text', 'application/javascript'],
    ['takes text that begins like a signature for text', 'ID3 tags explained', 'text/plain', 'text', 'text/plain'],
    ['takes an empty body for text', '', null, 'text', 'text/plain'],
    ['takes an empty body for text whatever it claims to be', '', 'image/png', 'text', 'image/png'],
  ]
  for (const [title, body, header, kind, mediaType] of accepted) {
    it(title, () => assert.deepEqual(contentTypeOf(bytes(body), header), { kind, mediaType }))
  }

  const refused: [title: string, body: string, header: string | null, named: RegExp][] = [
    ['refuses a PDF by its first bytes', '%PDF-1.7', 'text/html', /application\/pdf/],
    ['refuses a PDF by its header', 'junk', 'application/pdf', /application\/pdf/],
    ['refuses an archive', 'PK\x03\x04....', null, /zip/],
    ['refuses a picture labelled as HTML', '\x89PNG\r\n\x1a\n', 'text/html', /image\/png/],
    ['refuses a picture by its header', '<svg/>', 'image/svg+xml', /image\/svg/],
    ['refuses binary data labelled as text', 'a\x00\x01\x02', 'text/plain', /binary/],
    ['refuses binary data without a label', '\x00\x01\x02', null, /binary/],
    ['refuses a compressed body', '\x1f\x8b\x08', 'text/html', /gzip/],
    ['refuses video', 'x', 'video/mp4', /video\/mp4/],
  ]
  for (const [title, body, header, named] of refused) {
    it(title, () => {
      assert.throws(
        () => contentTypeOf(bytes(body), header),
        (error) =>
          error instanceof UnreadableContentError &&
          error.code === 'unsupported_content_type' &&
          named.test(error.message),
      )
    })
  }

  it('stays fast on a start made of comments', () => {
    const startedAt = performance.now()
    contentTypeOf(bytes('<!---->'.repeat(300)), 'text/plain')
    assert.ok(performance.now() - startedAt < 50)
  })
})
