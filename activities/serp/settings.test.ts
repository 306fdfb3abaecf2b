import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ConfigError, readConfig } from '@seine/shared/config/config.ts'
import { readSerpSettings } from './settings.ts'

const read = (environment: Record<string, string>) => readSerpSettings(readConfig(environment))

describe('the settings of searches', () => {
  it('name no back-end unless something is set', () => {
    const { backends, searxngUrl, brave } = read({})
    assert.deepEqual([backends, searxngUrl, brave], [{ google: [], bing: [], duckduckgo: [] }, null, null])
  })

  it('use a SearXNG for every engine that names no other back-end', () => {
    const { backends, searxngUrl } = read({
      SEINE_SEARXNG_URL: 'http://127.0.0.1:8080/',
      SEINE_SERP_BING: ' HTML, searxng,html ',
    })
    assert.equal(searxngUrl, 'http://127.0.0.1:8080')
    assert.deepEqual(backends, { google: ['searxng'], bing: ['html', 'searxng'], duckduckgo: ['searxng'] })
  })

  it('do not use Brave unless an engine names it', () => {
    assert.deepEqual(read({ SEINE_BRAVE_KEY: 'k' }).backends.google, [])
    const { backends, brave } = read({ SEINE_BRAVE_KEY: ' k ', SEINE_SERP_GOOGLE: 'brave' })
    assert.deepEqual([backends.google, brave], [['brave'], { url: 'https://api.search.brave.com', key: 'k' }])
  })

  it('are reported with everything that is wrong, and without values', () => {
    const wrong = {
      SEINE_SERP_GOOGLE: 'searxng,yahoo',
      SEINE_SERP_BING: 'brave',
      SEINE_SERP_BING_URL: 'ftp://e.com',
      SEINE_SERP_GOOGLE_URL: 'https://user:secret@e.com',
    }
    assert.throws(
      () => read(wrong),
      (error) => {
        assert.ok(error instanceof ConfigError)
        for (const name of [
          'searxng needs SEINE_SEARXNG_URL',
          'allows only the back-ends',
          'brave needs SEINE_BRAVE_KEY',
        ]) {
          assert.match(error.message, new RegExp(name))
        }
        assert.match(error.message, /SEINE_SERP_BING_URL: must be a URL/)
        assert.match(error.message, /SEINE_SERP_GOOGLE_URL: must have no credentials/)
        assert.doesNotMatch(error.message, /secret|yahoo/)
        return true
      },
    )
  })
})
