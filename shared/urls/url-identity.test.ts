import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { jobLimits } from '../config/limits.ts'
import { dedupeKey, fetchUrl, hostWithoutWww, normalizePercentEncoding, pathAndQuery } from './url-identity.ts'

const key = (url: string, ignoreQueryParameters = false) => {
  const fetched = fetchUrl(url)
  assert.notEqual(fetched, null, `${url} is no fetch URL`)
  return dedupeKey(fetched as string, { ignoreQueryParameters })
}
const same = (a: string, b: string) => assert.equal(key(a), key(b))
const different = (a: string, b: string) => assert.notEqual(key(a), key(b))

/** Yields a repeatable stream of awkward texts: a linear congruential generator picks from critical fragments. */
function* awkwardTexts(count: number): Generator<string> {
  const parts = ['%', '%4', '%41', '%2f', '%%341', ';jsessionid=A1', '&', '?', '=', '/', '..', 'é', 'utm_x=1', 'b=2']
  let state = 12_345
  for (let index = 0; index < count; index += 1) {
    let text = ''
    for (let length = 0; length < 8; length += 1) {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
      text += parts[(state >> 8) % parts.length]
    }
    yield text
  }
}

describe('fetchUrl', () => {
  it('gives the WHATWG serialisation without the fragment', () => {
    assert.equal(fetchUrl('HTTP://Example.COM:80/a b/../c?d=é#frag'), 'http://example.com/c?d=%C3%A9')
    assert.equal(fetchUrl('https://bücher.example/'), 'https://xn--bcher-kva.example/')
  })

  it('resolves against the base', () => {
    assert.equal(fetchUrl('../x?y#z', 'https://example.com/a/b/c'), 'https://example.com/a/x?y')
    assert.equal(fetchUrl('//other.example/p', new URL('https://example.com/')), 'https://other.example/p')
    assert.equal(fetchUrl('#top', 'https://example.com/a?b=1'), 'https://example.com/a?b=1')
  })

  it('keeps a bare question mark, trailing slashes and the case of the path', () => {
    assert.equal(fetchUrl('https://example.com/A/?'), 'https://example.com/A/?')
  })

  it('refuses other schemes, text that is no URL, and relative links without a base', () => {
    for (const href of ['mailto:a@b.c', 'javascript:void(0)', 'data:text/html,x', 'ftp://h/', 'http://', 'x/y', '']) {
      assert.equal(fetchUrl(href), null, href)
    }
    assert.equal(fetchUrl('mailto:a@b.c', 'https://example.com/'), null)
    assert.equal(fetchUrl('https://[::1', 'https://example.com/'), null)
  })

  it('refuses credentials', () => {
    assert.equal(fetchUrl('https://user:pw@example.com/'), null)
    assert.equal(fetchUrl('https://user@example.com/'), null)
  })

  it('allows 2,083 characters, not counting the fragment, and no more', () => {
    const longest = `https://example.com/${'a'.repeat(2_083 - 20)}`
    assert.equal(fetchUrl(`${longest}#fragment`), longest)
    assert.equal(fetchUrl(`${longest}a`), null)
  })

  it('never throws and equals the WHATWG result on awkward input', () => {
    for (const text of awkwardTexts(2_000)) {
      const url = URL.parse(text, 'https://example.com/dir/page')
      if (url !== null) url.hash = ''
      assert.equal(fetchUrl(text, 'https://example.com/dir/page'), url?.href ?? null)
    }
  })
})

describe('dedupeKey', () => {
  it('levels scheme and leading www, but not ports', () => {
    same('http://example.com/a', 'https://www.example.com/a')
    same('http://example.com:8080/a', 'http://www.example.com:8080/a')
    different('http://example.com/a', 'http://example.com:8080/a')
    different('https://example.com/a', 'https://docs.example.com/a')
    different('https://www.com/', 'https://com/')
  })

  it('levels percent-encoding without touching reserved characters', () => {
    same('https://e.com/%7euser/%C3%A9', 'https://e.com/~user/é')
    same('https://e.com/a%2fb', 'https://e.com/a%2Fb')
    different('https://e.com/a%2Fb', 'https://e.com/a/b')
    different('https://e.com/?a=1%26b', 'https://e.com/?a=1&b')
  })

  it('drops an empty query and empty pairs', () => {
    same('https://e.com/a?', 'https://e.com/a')
    same('https://e.com/a?&x=1&&', 'https://e.com/a?x=1')
    different('https://e.com/a?x', 'https://e.com/a?x=')
  })

  it('drops tracking parameters of every kind', () => {
    const noise =
      'utm_source=a&UTM_Medium=b&gclid=1&dclid=1&gbraid=1&wbraid=1&fbclid=1&msclkid=1&mc_cid=1&mc_eid=1&yclid=1' +
      '&igshid=1&_ga=1&_gl=1&_hsenc=1&_hsmi=1&vero_id=1&mkt_tok=1'
    assert.equal(key(`https://e.com/a?${noise}&id=7`), 'http://e.com/a?id=7')
    assert.equal(key('https://e.com/a?utm=1&my_gclid=2'), 'http://e.com/a?my_gclid=2&utm=1')
  })

  it('drops session ids in path and query', () => {
    assert.equal(key('https://e.com/a;jsessionid=0A1B.node1/b;v=2?x=1'), 'http://e.com/a/b;v=2?x=1')
    assert.equal(key('https://e.com/a;%6ASESSIONID=0A1B'), 'http://e.com/a')
    assert.equal(key('https://e.com/?PHPSESSID=ab12&CFID=1&CFTOKEN=2&ASPSESSIONIDQQ=X&jsessionid=9'), 'http://e.com/')
    assert.equal(key('https://e.com/?sid=0123456789abcdef'), 'http://e.com/')
    assert.equal(key('https://e.com/?sid=42'), 'http://e.com/?sid=42')
    assert.equal(key('https://e.com/?sid=0123456789abcdeg'), 'http://e.com/?sid=0123456789abcdeg')
  })

  it('sorts parameters by name and keeps the order of equal names', () => {
    same('https://e.com/?b=1&a=2', 'https://e.com/?a=2&b=1')
    assert.equal(key('https://e.com/?b=2&a=9&b=1'), 'http://e.com/?a=9&b=2&b=1')
    different('https://e.com/?a=1&a=2', 'https://e.com/?a=2&a=1')
  })

  it('keeps trailing slashes, index.html and the case of the path apart', () => {
    different('https://e.com/a', 'https://e.com/a/')
    different('https://e.com/a/', 'https://e.com/a/index.html')
    different('https://e.com/a', 'https://e.com/A')
  })

  it('drops the whole query when query parameters are ignored', () => {
    assert.equal(key('https://e.com/a?x=1&y=2', true), 'http://e.com/a')
    assert.equal(key('https://e.com/a?', true), 'http://e.com/a')
  })

  it('is idempotent', () => {
    for (const text of awkwardTexts(5_000)) {
      const url = fetchUrl(text, 'https://www.www.example.com/')
      if (url === null) continue
      for (const ignoreQueryParameters of [false, true]) {
        const once = dedupeKey(url, { ignoreQueryParameters })
        assert.equal(dedupeKey(once, { ignoreQueryParameters }), once, url)
      }
    }
  })
})

describe('normalizePercentEncoding', () => {
  it('does not let a stray percent sign form a new pair', () => {
    assert.equal(normalizePercentEncoding('%%341'), '%2541')
    assert.equal(normalizePercentEncoding('100%'), '100%25')
    assert.equal(normalizePercentEncoding('%2541'), '%2541')
  })
})

describe('hostWithoutWww', () => {
  it('takes every leading www label as long as a dotted name is left', () => {
    assert.equal(hostWithoutWww('www.www.example.com:81'), 'example.com:81')
    assert.equal(hostWithoutWww('www.localhost'), 'www.localhost')
    assert.equal(hostWithoutWww('wwwx.example.com'), 'wwwx.example.com')
  })
})

describe('pathAndQuery', () => {
  it('keeps path, parameters and query and drops the rest', () => {
    assert.equal(pathAndQuery('https://e.com:8080/a;v=1/b?c=/d?e#f?g'), '/a;v=1/b?c=/d?e')
    assert.equal(pathAndQuery('https://e.com'), '/')
    assert.equal(pathAndQuery('https://e.com?a=/b'), '/?a=/b')
    assert.equal(pathAndQuery('https://e.com#/a'), '/')
    assert.equal(pathAndQuery(new URL('https://e.com/a?b=c#d')), '/a?b=c')
  })
})

describe('routes behind a #', () => {
  const routed = (href: string, base?: string): string | null => fetchUrl(href, base, { hashRoutes: true })
  const routeKey = (url: string, ignoreQueryParameters = false): string => dedupeKey(url, { ignoreQueryParameters })

  it('stay where they are wanted, other fragments never', () => {
    assert.equal(routed('https://a.example/x#/list?page=2'), 'https://a.example/x#/list?page=2')
    assert.equal(routed('#!/b', 'https://a.example/x#/a'), 'https://a.example/x#!/b')
    assert.equal(routed('#!b', 'https://a.example/x'), 'https://a.example/x#!b')
    assert.equal(routed('/y#top', 'https://a.example/x'), 'https://a.example/y')
    assert.equal(fetchUrl('https://a.example/x#/list'), 'https://a.example/x')
  })

  it('are as long as any URL may be', () => {
    const url = `https://a.example/#/${'a'.repeat(jobLimits.urlMaxCharacters)}`
    assert.equal(routed(url), null)
    assert.equal(fetchUrl(url), 'https://a.example/')
  })

  it('make pages of their own, but for the one that is shown without any', () => {
    assert.notEqual(routeKey('https://a.example/#/a'), routeKey('https://a.example/#/b'))
    assert.notEqual(routeKey('https://a.example/#/a'), routeKey('https://a.example/a'))
    for (const url of [
      'https://a.example/#/',
      'https://www.a.example/#!',
      'http://a.example/#!/',
      'http://a.example/#top',
    ]) {
      assert.equal(routeKey(url), routeKey('https://a.example/'), url)
    }
  })

  it('are compared as paths and queries are', () => {
    assert.equal(
      routeKey('https://a.example/#/%7Eme?b=1&a=2&utm_source=x'),
      routeKey('http://www.a.example/#/~me?a=2&b=1'),
    )
    assert.equal(routeKey('https://a.example/?x=1#/list?page=2', true), routeKey('https://a.example/#/list', true))
    assert.notEqual(routeKey('https://a.example/#/list?page=2'), routeKey('https://a.example/#/list?page=3'))
  })
})
