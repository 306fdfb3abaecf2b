import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SessionIds, trapPage, withoutSession } from './trap-maze.ts'

const links = (markup: string, base: string) =>
  [...markup.matchAll(/href="([^"]*)"/g)].map(([, href]) => {
    const { pathname, search } = new URL(href!.replaceAll('&amp;', '&'), new URL(base, 'http://shop'))
    return pathname + search
  })

for (const start of ['/find.php?metal=brass', '/diary.php?y=2026&m=9', '/news.php?page=1', '/cellar/']) {
  test(`${start} has no end`, () => {
    const seen = new Set([start])
    for (const path of seen) {
      const markup = trapPage(path)
      assert.ok(markup !== null, path)
      for (const link of links(markup, path).filter((to) => to !== '/')) seen.add(link)
      if (seen.size > 500) return
    }
    assert.fail(`${seen.size} pages are all there are`)
  })
}

test('a diary goes both ways over the turn of a year', () => {
  const around = links(trapPage('/diary.php?y=2026&m=1')!, '/').join(' ')
  assert.match(around, /y=2025&m=12 /)
  assert.match(around, /y=2026&m=2 /)
})

test('a session id comes off in every form, and is another each time', () => {
  const sessions = new SessionIds()
  const paths = ['/parts/a-1.html', '/shelf.php?no=3', '/sheet.php?part=5', '/parts/b-2.html', '/shelf.php?no=4']
  const first = links(sessions.links(paths), '/')
  assert.deepEqual(first.map(withoutSession), paths)
  assert.deepEqual(
    links(sessions.links(paths), '/').filter((path) => first.includes(path)),
    [],
  )
  assert.equal(withoutSession('/shelf.php?sid=1f&no=3'), '/shelf.php?no=3')
  assert.equal(withoutSession('/shelf.php?no=3'), '/shelf.php?no=3')
  assert.equal(withoutSession('/shelf.php;jsessionid=1f?no=3'), '/shelf.php?no=3')
})

test('other paths are no trap', () => {
  for (const path of ['/', '/shelf.php?no=1', '/cellar/other/']) assert.equal(trapPage(path), null)
})
