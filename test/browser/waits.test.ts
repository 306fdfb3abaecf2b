/** Waiting for the network and for elements. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AttemptClock } from '@seine/activities/browser/time/attempt-clock.ts'
import { awaitNetworkIdle } from '@seine/activities/browser/page/network-idle.ts'
import { awaitSelector } from '@seine/activities/browser/page/wait-selector.ts'
import { html, startFixture, type Fixture, type FixtureHandler } from './fixture-server.ts'
import { visit } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

/** Responses overlap, so that a stall of the machine creates no idle period. */
const chatter = Object.fromEntries(
  Array.from({ length: 400 }, (_, n): [string, FixtureHandler] => [
    `/data${n}`,
    (_request, response) => void setTimeout(() => response.writeHead(200).end('{}'), 1_000),
  ]),
)

describe('waits', () => {
  let lab: RecorderLab
  let site: Fixture
  before(async () => {
    lab = await openLab()
    site = await startFixture(
      {
        '/quiet': html('<p>quiet'),
        '/poller': html('<script>setInterval(() => fetch("/data?" + Math.random()), 150)</script>'),
        '/long-poll': html('<script>fetch("/never")</script>'),
        '/streams': html('<script>new EventSource("/stream"); new WebSocket("ws://" + location.host)</script>'),
        '/chatty': html('<script>let i = 0; setInterval(() => fetch("/data" + i++), 100)</script>'),
        ...chatter,
        '/never': () => {},
        '/stream': (_request, response) => {
          response.writeHead(200, { 'content-type': 'text/event-stream' }).write('data: 1\n\n')
        },
        '/late': html('<script>setTimeout(() => { document.body.innerHTML = "<i id=late hidden></i>" }, 300)</script>'),
        '/shadow': html(
          '<div id=h></div><script>h.attachShadow({mode:"open"}).innerHTML="<b class=deep></b>"</script>',
        ),
        '/moving': html('<p>first</p><script>setTimeout(() => location.assign("/late"), 200)</script>'),
        '/busy': html('<p>busy</p><script>setTimeout(() => { for (;;); }, 50)</script>'),
      },
      { onSocket: (socket) => void setInterval(() => socket.send('tick'), 100).unref() },
    )
  })
  after(async () => {
    await lab.close()
    await site.close()
  })

  const idleAt = (path: string): Promise<string> =>
    visit(lab, site.origin + path, {}, ({ recorder, clock }) => awaitNetworkIdle(recorder.traffic, clock))

  for (const path of ['/quiet', '/poller', '/long-poll', '/streams']) {
    it(`finds ${path} idle`, async () => {
      assert.equal(await idleAt(path), 'idle')
    })
  }

  it('continues when a page never comes to rest', async () => {
    assert.equal(await idleAt('/chatty'), 'timed_out')
  })

  const waitAt = (path: string, css: string, budgetMs = 20_000): Promise<boolean> =>
    visit(lab, site.origin + path, { budgetMs }, ({ page, clock }) => awaitSelector(page, css, clock))

  it('waits for an element that is attached later, visible or not', async () => {
    assert.equal(await waitAt('/late', '#late'), true)
  })

  it('sees into open shadow roots', async () => {
    assert.equal(await waitAt('/shadow', 'b.deep'), true)
  })

  it('continues waiting across a navigation', async () => {
    assert.equal(await waitAt('/moving', '#late'), true)
  })

  it('reports a text that is no selector', async () => {
    await assert.rejects(waitAt('/quiet', 'p:::x'), { name: 'InvalidSelectorError' })
  })

  it('ends with the attempt, on a page that does not answer too', async () => {
    const timedOut = { name: 'AttemptEndedError', end: 'timeout' }
    await assert.rejects(waitAt('/quiet', '#never', 1_500), timedOut)
    await visit(lab, `${site.origin}/busy`, {}, async ({ page }) => {
      const clock = new AttemptClock(1_500)
      await assert.rejects(awaitSelector(page, '#never', clock), timedOut)
    })
  })
})
