import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isMediaUrl } from './media-types.ts'

describe('isMediaUrl', () => {
  it('knows media, archives and executables, in either case', () => {
    for (const name of ['a.jpg', 'a.SVG', 'a.mp3', 'a.webm', 'a.woff2', 'a.zip', 'a.tar.gz']) {
      assert.equal(isMediaUrl(`https://e.com/x/${name}`), true, name)
    }
    for (const name of ['setup.exe', 'a.dmg', 'a.deb', 'a.iso', 'a.whl', 'a.torrent', '.png']) {
      assert.equal(isMediaUrl(`https://e.com/${name}`), true, name)
    }
  })

  it('takes documents and data for pages', () => {
    for (const name of [
      'a.html',
      'a.php',
      'a.pdf',
      'a.docx',
      'a.xlsx',
      'a.xml',
      'a.json',
      'a.txt',
      'a.md',
      'a.csv',
      'a.py',
    ]) {
      assert.equal(isMediaUrl(`https://e.com/${name}`), false, name)
    }
  })

  it('takes versions, names and unknown extensions for pages', () => {
    for (const path of [
      '/v/1.2',
      '/v/3.0/',
      '/example.com',
      '/notion.so',
      '/main.ts',
      '/node.js',
      '/site.css',
      '/jpg',
      '/a.jpgx',
      '/a.',
      '/',
    ]) {
      assert.equal(isMediaUrl(`https://e.com${path}`), false, path)
    }
  })

  it('looks at the path alone', () => {
    assert.equal(isMediaUrl('https://e.com/view?file=a.jpg'), false)
    assert.equal(isMediaUrl('https://e.com/view?dir=/a.jpg'), false)
    assert.equal(isMediaUrl('https://e.com/view#/a.jpg'), false)
    assert.equal(isMediaUrl('https://e.com/gallery.zip/page'), false)
    assert.equal(isMediaUrl('https://host.zip/'), false)
    assert.equal(isMediaUrl('https://host.zip'), false)
    assert.equal(isMediaUrl('https://host.zip?a=/b.png'), false)
  })

  it('ignores query, fragment and path parameters after the extension', () => {
    assert.equal(isMediaUrl('https://e.com/a.jpg?w=100'), true)
    assert.equal(isMediaUrl('https://e.com/a.jpg#x?y'), true)
    assert.equal(isMediaUrl('https://e.com/a.jpg;jsessionid=1.node'), true)
    assert.equal(isMediaUrl('https://e.com/a;file=b.jpg'), false)
  })
})
