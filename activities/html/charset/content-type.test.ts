import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentTypeOf } from './content-type.ts'
import { UnreadableContentError } from '@seine/shared/pages/extraction.ts'

const bytes = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'latin1'))

describe('contentTypeOf', () => {
  const accepted: [title: string, body: string, header: string | null, kind: string, mediaType: string][] = [
    ['takes the header at its word', 'x', 'text/html; charset=utf-8', 'html', 'text/html'],
    ['reads XHTML as HTML', '<html/>', 'application/xhtml+xml', 'html', 'application/xhtml+xml'],
    ['reads text/plain that begins as HTML as HTML', ' <!-- a --> <!doctype html>', 'text/plain', 'html', 'text/plain'],
    ['reads octet-stream that begins as HTML as HTML', '<html><p>', 'application/octet-stream', 'html', 'text/html'],
    ['looks through a UTF-8 mark', '\xef\xbb\xbf<!DOCTYPE html>', null, 'html', 'text/html'],
    ['looks through a UTF-8 mark that stands twice', '\xef\xbb\xbf\xef\xbb\xbf<html>', null, 'html', 'text/html'],
    ['reads a header that was sent twice', 'x', 'text/html, text/html; charset=utf-8', 'html', 'text/html'],
    ['reads a header without its semicolon', 'x', 'text/html charset=utf-8', 'html', 'text/html'],
    ['reads a header in quotes', 'x', '"text/html"', 'html', 'text/html'],
    ['takes a header that names no type for none', '<p>x', 'html', 'html', 'text/html'],
    ['looks through a UTF-16 mark', '\xff\xfe<\0h\0t\0m\0l\0>\0', null, 'html', 'text/html'],
    ['takes markup without a header for HTML', '<div>x', null, 'html', 'text/html'],
    ['keeps plain text plain', 'hello <b>', 'text/plain', 'text', 'text/plain'],
    ['reads Markdown', '# x', 'text/markdown', 'markdown', 'text/markdown'],
    ['reads JSON', '{}', 'application/json', 'json', 'application/json'],
    ['reads JSON by suffix', '{}', 'application/ld+json', 'json', 'application/ld+json'],
    ['reads JSON labelled as text', ' {"a": [1]}\n', 'text/plain', 'json', 'text/plain'],
    ['reads JSON labelled as HTML', '[{"a": "<p>"}]', 'text/html', 'json', 'text/html'],
    ['reads lines of JSON', '{"a":1}\n{"a":2}\n{"a":3}\n', 'text/plain', 'json', 'text/plain'],
    ['reads NDJSON', '{"a":1}\n', 'application/x-ndjson', 'json', 'application/x-ndjson'],
    ['recognises JSON without a header', '{"a":1}', null, 'json', 'application/json'],
    ['takes what only begins like JSON for text', '{a: 1}', 'text/plain', 'text', 'text/plain'],
    [
      'reads a page of an error labelled as JSON as HTML',
      '<!doctype html><p>',
      'application/json',
      'html',
      'application/json',
    ],
    ['reads a page of an error labelled as a picture as HTML', '<html><p>', 'image/png', 'html', 'image/png'],
    [
      'reads a page of an error labelled as PDF as HTML',
      '\n<!DOCTYPE html>',
      'application/pdf',
      'html',
      'application/pdf',
    ],
    ['reads RSS', '<rss version="2.0">', 'application/rss+xml', 'feed', 'application/rss+xml'],
    ['reads RSS labelled as XML', '<?xml version="1.0"?><!-- a --><rss>', 'text/xml', 'feed', 'text/xml'],
    ['reads RSS labelled as HTML', '<?xml version="1.0"?>\n<rss>', 'text/html', 'feed', 'text/html'],
    ['reads Atom', '<feed xmlns="http://www.w3.org/2005/Atom">', 'application/xml', 'feed', 'application/xml'],
    ['reads Atom with a prefix', '<a:feed xmlns:a="http://www.w3.org/2005/Atom">', null, 'feed', 'application/xml'],
    [
      'reads RSS 1.0',
      '<rdf:RDF xmlns="http://purl.org/rss/1.0/" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
      'application/rdf+xml',
      'feed',
      'application/rdf+xml',
    ],
    ['leaves other RDF as XML', '<rdf:RDF xmlns:rdf="x">', 'application/rdf+xml', 'xml', 'application/rdf+xml'],
    ['leaves a sitemap as XML', '<urlset xmlns="http://www.sitemaps.org/">', 'text/xml', 'xml', 'text/xml'],
    ['reads a sitemap labelled as HTML', '<?xml version="1.0"?><urlset>', 'text/html', 'xml', 'text/html'],
    ['reads a page that begins as XML', '<?xml version="1.0"?><div>', 'text/html', 'html', 'text/html'],
    ['reads XML labelled as text', '<?xml version="1.0"?><a/>', 'text/plain', 'xml', 'text/plain'],
    [
      'looks past a document type with declarations',
      '<!DOCTYPE rss [<!ENTITY a "b">]><rss>',
      'text/xml',
      'feed',
      'text/xml',
    ],
    ['reads SVG as a picture', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'image/svg+xml', 'image', 'image/svg+xml'],
    ['reads tab-separated values', 'a\tb', 'text/tab-separated-values', 'csv', 'text/tab-separated-values'],
    ['reads an export labelled as a workbook', 'a;b', 'application/vnd.ms-excel', 'csv', 'application/vnd.ms-excel'],
    [
      'keeps lines without a tag that are labelled as HTML',
      'User-agent: *\nDisallow:\n',
      'text/html',
      'text',
      'text/html',
    ],
    ['reads a reference labelled as HTML as HTML', 'a &amp; b\nc', 'text/html', 'html', 'text/html'],
    ['sees through UTF-16 without a mark', '<\0h\0t\0m\0l\0>\0<\0p\0>\0', null, 'html', 'text/html'],
    ['reads a PDF by its first bytes', '%PDF-1.7', 'text/html', 'pdf', 'application/pdf'],
    ['reads a PDF after other bytes', '\x00\x01junk\n%PDF-1.4', null, 'pdf', 'application/pdf'],
    ['reads text about PDF as text', 'A file begins with %PDF-1.7.', 'text/plain', 'text', 'text/plain'],
    ['reads RTF', '{\\rtf1\\ansi', 'application/msword', 'rtf', 'application/rtf'],
    ['reads a picture labelled as HTML', '\x89PNG\r\n\x1a\n', 'text/html', 'image', 'image/png'],
    ['reads JPEG', '\xff\xd8\xff\xe0', null, 'image', 'image/jpeg'],
    ['reads GIF', 'GIF89a\x01\x00', null, 'image', 'image/gif'],
    ['reads WebP', 'RIFF\x01\x00\x00\x00WEBPVP8 ', null, 'image', 'image/webp'],
    ['reads AVIF', '\x00\x00\x00\x20ftypavif', null, 'image', 'image/avif'],
    ['reads an icon', '\x00\x00\x01\x00\x01\x00', null, 'image', 'image/x-icon'],
    ['reads TIFF', 'MM\x00*', null, 'image', 'image/tiff'],
    ['reads BMP', 'BM\x46\x00\x00\x00\x00\x00\x00\x00\x36', null, 'image', 'image/bmp'],
    ['recognises XML without a header', '<?xml version="1.0"?><a/>', null, 'xml', 'application/xml'],
    [
      'reads XML with an XHTML root as HTML',
      '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml">',
      'text/xml',
      'html',
      'text/xml',
    ],
    ['reads comma-separated values', 'a,b', 'text/csv', 'csv', 'text/csv'],
    ['reads other text types as text', 'a{}', 'text/css', 'text', 'text/css'],
    ['reads scripts as text', 'let a', 'application/javascript', 'text', 'application/javascript'],
    ['takes text that begins like a signature for text', 'ID3 tags explained', 'text/plain', 'text', 'text/plain'],
    ['takes an empty body for text', '', null, 'text', 'text/plain'],
    ['takes an empty body for text whatever it claims to be', '', 'image/png', 'text', 'image/png'],
  ]
  for (const [title, body, header, kind, mediaType] of accepted) {
    it(title, () => assert.deepEqual(contentTypeOf(bytes(body), header), { kind, mediaType }))
  }

  const refused: [title: string, body: string, header: string | null, named: RegExp][] = [
    ['refuses an archive', 'PK\x03\x04....', null, /zip/],
    ['refuses binary data labelled as text', 'a\x00\x01\x02', 'text/plain', /binary/],
    ['refuses binary data without a label', '\x00\x01\x02', null, /binary/],
    ['refuses a compressed body', '\x1f\x8b\x08', 'text/html', /gzip/],
    ['refuses video', 'x', 'video/mp4', /video\/mp4/],
    ['refuses video by its first bytes', '\0\0\0\x18ftypmp42', 'text/plain', /video\/mp4/],
    ['refuses sound by its first bytes', 'ID3\x04\0\0', null, /audio\/mpeg/],
    ['refuses a font', 'wOF2\0\x01', 'text/plain', /font\/woff2/],
    ['refuses binary data labelled as HTML', '\x01\x02\x03', 'text/html', /binary/],
    ['refuses binary data labelled as CSV', 'a\x01\x02,', 'text/csv', /binary/],
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

  const broken: [title: string, body: string, header: string][] = [
    ['calls a PDF that is none broken', 'junk', 'application/pdf'],
    ['calls a picture that is none broken', 'junk', 'image/png'],
    [
      'calls a document that is none broken',
      'junk',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    ],
  ]
  for (const [title, body, header] of broken) {
    it(title, () => {
      assert.throws(
        () => contentTypeOf(bytes(body), header),
        (error) =>
          error instanceof UnreadableContentError && error.code === 'broken_document' && error.message.includes(header),
      )
    })
  }

  it('gets through a start made of comments', () => {
    assert.equal(contentTypeOf(bytes('<!---->'.repeat(3_000)), 'text/plain').kind, 'text')
  })
})
