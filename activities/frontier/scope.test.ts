import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ScopeOptions } from '@seine/shared/tasks/job-input.ts'
import { createScope } from './scope.ts'

const scopeOf = (startUrl: string, options: Partial<ScopeOptions> = {}) =>
  createScope(startUrl, { crawlEntireDomain: false, allowSubdomains: false, ...options })

/** Asserts which of some URLs a scope admits and which it refuses. */
function check(scope: ReturnType<typeof scopeOf>, admitted: string[], refused: string[]): void {
  for (const url of admitted) assert.equal(scope.admits(url), true, `${url} is in ${scope.describe()}`)
  for (const url of refused) assert.equal(scope.admits(url), false, `${url} is not in ${scope.describe()}`)
}

describe('start path', () => {
  it('ending in a slash is the prefix', () => {
    check(
      scopeOf('https://e.com/docs/'),
      ['https://e.com/docs/', 'https://e.com/docs/a/b?c=d', 'https://e.com/docs/?x'],
      ['https://e.com/docs', 'https://e.com/', 'https://e.com/docsy/', 'https://e.com/Docs/'],
    )
  })

  it('that looks like a file scopes to its directory', () => {
    for (const file of ['index.html', 'a.php', 'x.ASPX', 'readme.md', 'book.pdf', 'feed.xml', 'data.json', 'p.jsp']) {
      check(scopeOf(`https://e.com/docs/${file}`), ['https://e.com/docs/', 'https://e.com/docs/b'], ['https://e.com/'])
    }
    check(scopeOf('https://e.com/index.html'), ['https://e.com/anything/at/all'], [])
  })

  it('of any other form admits itself and what is below it', () => {
    check(
      scopeOf('https://e.com/blog?page=1'),
      ['https://e.com/blog', 'https://e.com/blog?page=2', 'https://e.com/blog/', 'https://e.com/blog/post'],
      ['https://e.com/blogger', 'https://e.com/blog.html', 'https://e.com/', 'https://e.com/a/blog'],
    )
  })

  it('with a version number is no file', () => {
    check(
      scopeOf('https://e.com/v/3.0'),
      ['https://e.com/v/3.0', 'https://e.com/v/3.0/a'],
      ['https://e.com/v/', 'https://e.com/v/3.1', 'https://e.com/v/3.00'],
    )
  })

  it('is the same with parameters behind its last segment', () => {
    check(
      scopeOf('https://e.com/docs;jsessionid=1'),
      ['https://e.com/docs', 'https://e.com/docs;jsessionid=2', 'https://e.com/docs/a'],
      ['https://e.com/docsy;x', 'https://e.com/;docs'],
    )
    check(scopeOf('https://e.com/docs/index.html;v=1'), ['https://e.com/docs/a'], ['https://e.com/'])
  })

  it('at the root admits every path', () => {
    check(scopeOf('https://e.com'), ['https://e.com/', 'https://e.com/a?b', 'https://e.com/a.pdf'], ['https://f.com/'])
  })

  it('is compared with percent-encoding levelled, reserved characters kept apart', () => {
    check(
      scopeOf('https://e.com/caf%c3%a9'),
      ['https://e.com/café', 'https://e.com/%63af%C3%A9/menu'],
      ['https://e.com/caf%C3%A9%2Fmenu'],
    )
  })

  it('is no bound when the entire domain is crawled', () => {
    check(
      scopeOf('https://e.com/docs/a', { crawlEntireDomain: true }),
      ['https://e.com/', 'https://e.com/other'],
      ['https://docs.e.com/docs/a'],
    )
  })
})

describe('host', () => {
  it('is the same with http, https and a leading www', () => {
    const urls = ['http://e.com/', 'https://e.com/', 'http://www.e.com/', 'https://www.e.com/x']
    for (const start of urls.slice(0, 3)) check(scopeOf(start), urls, ['https://wwwe.com/', 'https://ww.e.com/'])
  })

  it('is another with another port', () => {
    check(
      scopeOf('http://e.com:8080/'),
      ['http://e.com:8080/', 'http://www.e.com:8080/'],
      ['http://e.com/', 'http://e.com:8081/'],
    )
    check(scopeOf('http://e.com/'), ['http://e.com:80/', 'https://e.com:443/'], ['http://e.com:443/'])
  })

  it('of other schemes and text that is no URL is refused', () => {
    check(scopeOf('https://e.com/'), [], ['ftp://e.com/', 'mailto:a@e.com', '/relative', ''])
    assert.throws(() => scopeOf('ftp://e.com/'), TypeError)
    assert.throws(() => scopeOf('e.com'), TypeError)
  })

  it('may be given as a parsed URL', () => {
    assert.equal(scopeOf('https://e.com/a').admits(new URL('https://e.com/a/b')), true)
    assert.equal(scopeOf('https://e.com/a').admits(new URL('https://e.com/b')), false)
  })
})

describe('subdomains', () => {
  const allowed = (startUrl: string) => scopeOf(startUrl, { allowSubdomains: true })

  it('are all hosts under the registrable domain, on the same port', () => {
    check(
      allowed('https://docs.e.co.uk/'),
      ['https://e.co.uk/', 'http://a.b.e.co.uk/x', 'https://docs.e.co.uk/', 'https://www.e.co.uk/'],
      ['https://f.co.uk/', 'https://note.co.uk/', 'https://a.e.co.uk:8443/', 'https://e.co.uk.evil.com/'],
    )
  })

  it('are not bound by the start path, the start host is', () => {
    check(allowed('https://e.com/blog'), ['https://docs.e.com/guide', 'https://e.com/blog/a'], ['https://e.com/guide'])
  })

  it('respect private suffixes, wildcard and exception rules', () => {
    check(
      allowed('https://me.github.io/'),
      ['https://me.github.io/', 'https://x.me.github.io/'],
      ['https://you.github.io/', 'https://github.io/'],
    )
    check(allowed('https://a.b.ck/'), ['https://z.a.b.ck/'], ['https://c.b.ck/', 'https://b.ck/'])
    check(allowed('https://www.ck/'), ['https://sub.www.ck/'], ['https://other.ck/'])
  })

  it('exclude a public suffix that lies below the domain', () => {
    check(allowed('https://docs.amazonaws.com/'), ['https://x.amazonaws.com/'], ['https://bucket.s3.amazonaws.com/'])
  })

  it('work for internationalised names', () => {
    check(allowed('https://bücher.example.com/'), ['https://xn--bcher-kva.example.com/', 'https://example.com/'], [])
    check(allowed('https://食狮.公司.cn/'), ['https://a.食狮.公司.cn/'], ['https://b.公司.cn/'])
  })

  it('of addresses, localhost and bare suffixes do not exist', () => {
    check(
      allowed('http://127.0.0.1:8080/'),
      ['http://127.0.0.1:8080/a'],
      ['http://127.0.0.2:8080/', 'http://0.0.1:8080/'],
    )
    check(allowed('http://[::1]/'), ['http://[::1]/a'], ['http://[::2]/'])
    check(allowed('http://localhost/'), ['http://localhost/'], ['http://a.localhost/'])
    check(allowed('https://github.io/'), ['https://github.io/x'], ['https://me.github.io/'])
  })
})

describe('describe', () => {
  it('says host, path and domain', () => {
    assert.equal(scopeOf('https://www.e.com/').describe(), 'all of e.com')
    assert.equal(scopeOf('https://e.com/docs/').describe(), '/docs/ of e.com')
    assert.equal(scopeOf('https://e.com/blog').describe(), '/blog and below on e.com')
    assert.equal(
      scopeOf('https://a.e.com/', { allowSubdomains: true }).describe(),
      'all of a.e.com, all hosts under e.com',
    )
  })
})
