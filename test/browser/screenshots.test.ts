/** Screenshots of pages, checked by their pixels. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { AttemptClock } from '@seine/activities/browser/time/attempt-clock.ts'
import { takeScreenshot } from '@seine/activities/browser/page/screenshot.ts'
import { html, startFixture, type Fixture } from './fixture-server.ts'
import { visit } from './page-lab.ts'
import { openLab, type RecorderLab } from './recorder-lab.ts'

/** Width and height of a PNG, pixels. */
const sizeOf = (png: Uint8Array): [number, number] => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}

const block = (color: string, height: number): string => `<div style="height:${height}px;background:${color}"></div>`

const picture = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><rect width="400" height="200" fill="${color}"/></svg>`

const long = `<!doctype html><style>body { margin: 0 }
  header { position: fixed; top: 0; left: 0; right: 0; height: 60px; background: rgb(255,0,0) }
  nav { position: sticky; top: 60px; height: 40px; background: rgb(255,0,255) }
  footer { position: fixed; bottom: 0; left: 0; right: 0; height: 50px; background: rgb(0,0,0) }</style>
  <header></header>${block('rgb(0,0,255)', 900)}<nav></nav>${block('rgb(0,255,255)', 1600)}
  <img loading=lazy src=/lazy width=400 height=200 style="display:block">
  <img id=late width=400 height=200 style="display:block">${block('rgb(255,255,0)', 300)}<footer></footer>
  <script>
    new IntersectionObserver((seen, self) => {
      if (seen.some((entry) => entry.isIntersecting)) { late.src = '/observed'; self.disconnect() }
    }).observe(late)
  </script>`

describe('screenshots', () => {
  let lab: RecorderLab
  let site: Fixture
  before(async () => {
    lab = await openLab()
    const svg = (color: string) => html(picture(color), { 'content-type': 'image/svg+xml' })
    site = await startFixture({
      '/long': html(long),
      '/lazy': svg('rgb(0,255,0)'),
      '/observed': svg('rgb(0,128,0)'),
      '/short': html('<body style="background:rgb(1,2,3)"><p>short'),
      '/huge': html(`<body style="margin:0">${block('rgb(9,9,9)', 40_000)}`),
      '/busy': html('<p>busy</p>'),
      '/hero': html(
        `<body style="margin:0"><div style="height:100vh;background:rgb(0,0,255)"></div>${block('rgb(0,255,0)', 2000)}`,
      ),
      '/leaves': html(
        `<body style="margin:0">${block('rgb(9,9,9)', 4_000)}<script>
          addEventListener('scroll', () => { location.href = '/short' })</script>`,
      ),
      '/rootless': html('<script>onload = () => document.documentElement.remove()</script>'),
      '/reader': html('<canvas id=c></canvas>'),
    })
  })
  after(async () => {
    await lab.close()
    await site.close()
  })

  /** Returns the colours of a screenshot at points, read by a browser. */
  const colours = (png: Uint8Array, points: [number, number][]): Promise<string[]> =>
    visit(lab, `${site.origin}/reader`, {}, ({ page }) =>
      page.evaluate(
        async (data, at) => {
          const image = new Image()
          image.src = `data:image/png;base64,${data}`
          await image.decode()
          const canvas = Object.assign(document.createElement('canvas'), { width: image.width, height: image.height })
          const context = canvas.getContext('2d')
          context?.drawImage(image, 0, 0)
          return at.map(([x, y]) => [...(context?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join(','))
        },
        Buffer.from(png).toString('base64'),
        points,
      ),
    )

  it('pictures the viewport', async () => {
    const { png } = await visit(lab, `${site.origin}/short`, {}, ({ page, clock }) =>
      takeScreenshot(page, 'viewport', clock),
    )
    assert.deepEqual(sizeOf(png), [1280, 720])
    assert.deepEqual(await colours(png, [[1270, 710]]), ['1,2,3'])
  })

  it('pictures the full page with lazy pictures loaded and headers pinned, and puts it all back', async () => {
    const { png, after: state } = await visit(lab, `${site.origin}/long`, {}, async ({ page, clock }) => ({
      ...(await takeScreenshot(page, 'full_page', clock)),
      after: await page.evaluate(() => ({
        top: scrollY,
        header: getComputedStyle(document.querySelector('header') ?? document.body).position,
        style: document.querySelector('header')?.getAttribute('style') ?? '',
      })),
    }))
    assert.deepEqual(sizeOf(png), [1280, 900 + 40 + 1600 + 400 + 300])
    const points: [number, number][] = [[600, 30], [600, 400], [600, 705], [600, 920], [600, 2000], [200, 2640], [200, 2840], [600, 3220]] // prettier-ignore
    assert.deepEqual(await colours(png, points), [
      '255,0,0',
      '0,0,255',
      '0,0,255',
      '255,0,255',
      '0,255,255',
      '0,255,0',
      '0,128,0',
      '255,255,0',
    ])
    assert.deepEqual(state, { top: 0, header: 'fixed', style: '' })
  })

  it('keeps elements that are as tall as the viewport so', async () => {
    const { png } = await visit(lab, `${site.origin}/hero`, {}, ({ page, clock }) =>
      takeScreenshot(page, 'full_page', clock),
    )
    assert.deepEqual(sizeOf(png), [1280, 2720])
    assert.deepEqual(
      await colours(png, [
        [5, 715],
        [5, 725],
      ]),
      ['0,0,255', '0,255,0'],
    )
  })

  it('cuts a page off at the greatest height', async () => {
    const { png, truncated } = await visit(lab, `${site.origin}/huge`, {}, ({ page, clock }) =>
      takeScreenshot(page, 'full_page', clock),
    )
    assert.deepEqual([...sizeOf(png), truncated], [1280, 16_384, true])
  })

  it('pictures a page that navigates while it is scrolled, and one without a root element', async () => {
    for (const path of ['/leaves', '/rootless']) {
      const { png } = await visit(lab, site.origin + path, {}, ({ page, clock }) =>
        takeScreenshot(page, 'full_page', clock),
      )
      assert.equal(sizeOf(png)[0], 1_280, path)
    }
  })

  it('ends with its clock on a page that does not answer', async () => {
    await visit(lab, `${site.origin}/busy`, {}, async ({ page }) => {
      // Busy immediately, so that a slow machine does not delay it.
      page.evaluate('for (;;);').catch(() => {})
      const clock = new AttemptClock(1_500)
      await assert.rejects(takeScreenshot(page, 'full_page', clock), { name: 'AttemptEndedError', end: 'timeout' })
    })
  })
})
