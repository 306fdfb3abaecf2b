/** States and actions of the views of watches: nothing, loading, problems, hostile texts, the form, the buttons. */
import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { assertAccessible } from './axe.ts'
import { assertFits, consoleBrowser } from './console-lab.ts'
import { listedWatch, part, runId, sampleChange, sampleRun, sampleRuns, sampleWatch, watchId } from './watch-samples.ts'
import { untilFocused } from './settled.ts'

const watchPath = `/watches/${watchId}`
const runsPath = `${watchPath}/runs`
const changesPath = `${runsPath}/${runId}/changes`

const problem = (status: number, code: string, message: string, errors: object[] = []) => ({
  status,
  body: {
    type: `https://seine.example/problems/${code}`,
    title: code,
    status,
    detail: message,
    instance: '/watches',
    success: false,
    code,
    message,
    error: message,
    request_id: 'req-problem',
    retryable: false,
    ...(errors.length === 0 ? {} : { errors }),
  },
  described: false,
})

describe('states of the views of watches', () => {
  const lab = consoleBrowser()

  it('without watches, the list leads to the form', async (t) => {
    const { page, answer, open } = await lab(t)
    answer('GET', '/watches', { body: part([]) })
    await open('watches')
    await page.getByText('No watches yet.').waitFor()
    await assertAccessible(page)
    await page.getByRole('link', { name: 'Make one' }).click()
    await page.getByRole('form', { name: 'Watch' }).waitFor()
  })

  it('a watch that is not there leads back to the list', async (t) => {
    const { page, answer, open } = await lab(t)
    answer('GET', watchPath, problem(404, 'watch_not_found', 'There is no such watch.'))
    answer('GET', runsPath, problem(404, 'watch_not_found', 'There is no such watch.'))
    await open(`watches/${watchId}`)
    await page.getByRole('alert').getByText('Not there').waitFor()
    await page.getByRole('alert').getByRole('link', { name: 'All watches' }).waitFor()
    await assertAccessible(page)
  })

  it('a problem names the request, and the list is read again on demand', async (t) => {
    const { page, answer, open } = await lab(t)
    let failing = true
    answer('GET', '/watches', () =>
      failing ? problem(500, 'internal_error', 'Something went wrong.') : { body: part([listedWatch()]) },
    )
    await open('watches')
    await page.getByText('Something went wrong.').waitFor()
    await page.getByText('req-problem').waitFor()
    failing = false
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('link', { name: 'Prices' }).waitFor()
  })

  it('says that it loads, and that the service is unavailable, and what is shown stays', async (t) => {
    const { page, answer, open } = await lab(t)
    let mode: 'slow' | 'well' | 'away' = 'slow'
    let go = (): void => undefined
    const waiting = new Promise<void>((resolve) => (go = resolve))
    answer('GET', watchPath, async () => {
      if (mode === 'slow') await waiting
      return mode === 'away' ? { status: 503, body: '', described: false } : { body: sampleWatch() }
    })
    answer('GET', runsPath, () =>
      mode === 'away' ? { status: 503, body: '', described: false } : { body: part(sampleRuns()) },
    )
    answer('POST', `${watchPath}/pause`, { status: 503, body: '', described: false })
    await open(`watches/${watchId}`)
    await page.getByText('Loading').waitFor()
    mode = 'well'
    go()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    mode = 'away'
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('alert').getByText('Service away').waitFor()
    await page.getByRole('button', { name: 'Run now', disabled: true }).waitFor()
    await page.getByRole('table', { name: 'Runs' }).waitFor()
  })

  it('runs, pauses, resumes and deletes a watch, the latter after a question', async (t) => {
    const { page, answer, open, seen } = await lab(t)
    let paused = false
    const current = () =>
      sampleWatch({ paused, status: paused ? 'paused' : 'active', ...(paused ? { next_run_at: null } : {}) })
    answer('GET', watchPath, () => ({ body: current() }))
    answer('GET', runsPath, { body: part([sampleRun()]) })
    answer('GET', '/watches', { body: part([]) })
    answer('POST', `${watchPath}/run`, {
      status: 202,
      body: { run_id: 'run-9', job_id: 'crawl-9', request_id: 'req-9' },
    })
    answer('POST', `${watchPath}/pause`, () => {
      paused = true
      return { body: current() }
    })
    answer('POST', `${watchPath}/resume`, () => {
      paused = false
      return { body: current() }
    })
    answer('DELETE', watchPath, { status: 204, body: '', described: false })
    await open(`watches/${watchId}`)
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('link', { name: 'Look at it' }).waitFor()
    assert.match(seen.find(({ path }) => path.endsWith('/run'))?.headers['idempotency-key'] ?? '', /./)
    await page.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    await page.getByRole('button', { name: 'Delete' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete this watch?' })
    await dialog.waitFor()
    await assertAccessible(page)
    await page.keyboard.press('Escape')
    await dialog.waitFor({ state: 'hidden' })
    await untilFocused(page.getByRole('button', { name: 'Delete', exact: true }))
    await page.getByRole('button', { name: 'Delete' }).click()
    await dialog.getByRole('button', { name: 'Delete watch' }).click()
    await page.getByText('No watches yet.').waitFor()
    assert.ok(seen.some(({ method }) => method === 'DELETE'))
  })

  it('a run that is already in progress is reported where it was requested', async (t) => {
    const { page, answer, open } = await lab(t)
    answer('GET', watchPath, { body: sampleWatch() })
    answer('GET', runsPath, { body: part([]) })
    answer('POST', `${watchPath}/run`, problem(409, 'run_in_progress', 'A run is in progress.'))
    await open(`watches/${watchId}`)
    await page.getByText('No runs yet.').waitFor()
    await page.getByRole('button', { name: 'Run now' }).click()
    await page.getByRole('alert').getByText('A run is in progress.').waitFor()
  })

  it('a run that has not begun yet appears as soon as it has', async (t) => {
    const { page, answer, open } = await lab(t)
    let begun = false
    answer('GET', watchPath, { body: sampleWatch() })
    answer('GET', runsPath, () => ({ body: part(begun ? [sampleRun({ status: 'running', ended_at: null })] : []) }))
    answer('GET', changesPath, () =>
      begun ? { body: part([]) } : problem(404, 'run_not_found', 'The watch has no such run.'),
    )
    await open(`watches/${watchId}/runs/${runId}`)
    await page.getByRole('alert').getByText('Not there').waitFor()
    begun = true
    await page.getByText('The run has not ended yet').waitFor()
    assert.equal(await page.getByText('Not there').count(), 0)
  })

  it('the form makes a watch, and shows refusals at their fields with what was typed', async (t) => {
    const { page, answer, open, seen } = await lab(t)
    let refuse = true
    answer('POST', '/watches', () =>
      refuse
        ? problem(422, 'validation_failed', 'Two values are refused.', [
            { pointer: '/crawl/url', code: 'invalid_url', message: '`crawl.url` must be an absolute URL' },
            { pointer: '/track/ignore_patterns/0', code: 'unsupported_pattern', message: '`(` is no pattern' },
          ])
        : { status: 201, body: sampleWatch() },
    )
    answer('GET', watchPath, { body: sampleWatch() })
    answer('GET', runsPath, { body: part([]) })
    await open('watches/new')
    const form = page.getByRole('form', { name: 'Watch' })
    await form.getByLabel('name', { exact: true }).fill('Prices')
    await form.getByLabel('url', { exact: true }).fill('nowhere')
    await form.getByLabel('every_seconds').fill('3600')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('alert').getByText('2 values are refused').waitFor()
    const url = form.getByLabel('url', { exact: true })
    assert.equal(await url.getAttribute('aria-invalid'), 'true')
    assert.equal(await url.inputValue(), 'nowhere')
    assert.equal(await form.getByLabel('ignore_patterns').getAttribute('aria-invalid'), 'true')
    await assertAccessible(page)
    await assertFits(page)
    refuse = false
    await url.fill('https://example.com/guide/')
    await form.getByRole('button', { name: 'Create' }).click()
    await page.getByRole('heading', { level: 1, name: 'Prices' }).waitFor()
    assert.deepEqual(seen.findLast(({ method }) => method === 'POST')?.body, {
      name: 'Prices',
      crawl: { url: 'https://example.com/guide/' },
      schedule: { every_seconds: 3600 },
      paused: false,
    })
  })

  it('an edited watch is sent with its version, and a stale one is refused', async (t) => {
    const { page, answer, open, seen } = await lab(t)
    let version = 3
    let isAway = false
    answer('GET', watchPath, () => ({ body: sampleWatch({ version }) }))
    answer('GET', '/healthz', () => (isAway ? { status: 502, body: '', described: false } : null))
    answer('PUT', watchPath, problem(412, 'version_mismatch', 'The watch has changed since.'))
    await open(`watches/${watchId}/edit`)
    const form = page.getByRole('form', { name: 'Watch' })
    await form.getByLabel('name', { exact: true }).fill('Other')
    // Someone else changes the watch; the view reads it again after an outage.
    version = 4
    isAway = true
    await page.getByRole('alert').filter({ hasText: 'Service away' }).waitFor()
    const reread = page.waitForResponse((response) => new URL(response.url()).pathname === watchPath)
    isAway = false
    await reread
    await page.getByText('Service away').waitFor({ state: 'detached' })
    await form.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('alert').getByText('The watch has changed since.').waitFor()
    const sent = seen.findLast(({ method }) => method === 'PUT')
    assert.ok(sent !== undefined)
    assert.equal(sent.headers['if-match'], '"3"')
    assert.equal((sent.body as { name: string }).name, 'Other')
  })

  it('hostile names, titles, addresses and differences are text, and lead nowhere', async (t) => {
    const { page, answer, open, complaints } = await lab(t, { width: 360 })
    const markup = '<img src=https://evil.example/x onerror=alert(1)><script>alert(2)</script>\u202Egnp.exe'
    const long = 'w'.repeat(5_000)
    const hostile = [
      sampleChange({
        url: 'javascript:alert(3)',
        final_url: 'data:text/html,<script>alert(4)</script>',
        title: markup,
        diff: `--- before\n+++ after\n@@ -1,2 +1,3 @@\n-${markup}\n+${markup} changed\n+${long}\n @@ -9,9 +9,9 @@\n`,
      }),
      sampleChange({ url: `https://example.com/${long}`, title: long, diff: 'no diff at all' }),
    ]
    answer('GET', watchPath, { body: sampleWatch({ name: markup }) })
    answer('GET', runsPath, { body: part([sampleRun({ warnings: [markup] })]) })
    answer('GET', changesPath, { body: part(hostile) })
    await open(`watches/${watchId}/runs/${runId}`)
    const difference = page.getByRole('region', { name: 'Difference' })
    await difference.getByRole('insertion').first().waitFor()
    assert.match(await difference.getByRole('deletion').first().innerText(), /<img src=/)
    assert.equal(await page.locator('main img, main script, main iframe').count(), 0)
    assert.equal(await page.locator('main a[href^="javascript"], main a[href^="data"]').count(), 0)
    assert.match(await difference.getByRole('heading').innerText(), /<U\+202E>/)
    await difference.getByRole('button', { name: 'Side by side' }).click()
    await assertFits(page)
    await page.getByRole('table', { name: 'Changes' }).getByRole('button').nth(1).click()
    await difference.getByText('differ in nothing').waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await open(`watches/${watchId}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await assertFits(page)
    assert.deepEqual(complaints, [])
  })

  it('states and pages of a run are in the address, and the change of a structured page is a table', async (t) => {
    const { page, answer, open, seen } = await lab(t)
    const patched = sampleChange({
      url: 'https://example.com/api',
      title: null,
      json_patch: [{ op: 'replace', path: '/price', value: 45 }],
    })
    answer('GET', watchPath, { body: sampleWatch() })
    answer('GET', runsPath, { body: part([sampleRun()]) })
    answer('GET', changesPath, ({ path }) => ({
      body: part(path.includes('state=removed') ? [] : [sampleChange(), patched]),
    }))
    await open(`watches/${watchId}/runs/${runId}?state=changed&url=${encodeURIComponent('https://example.com/api')}`)
    const patch = page.getByRole('table', { name: 'JSON patch' })
    await patch.getByText('/price').waitFor()
    await page.getByRole('button', { name: 'changed 5', pressed: true }).waitFor()
    await assertAccessible(page)
    await page.getByRole('button', { name: 'removed 1' }).click()
    await page.getByText('No page is removed in this run.').waitFor()
    assert.match(page.url(), /\?state=removed$/)
    assert.ok(seen.some(({ path }) => path.includes('state=removed')))
  })
})
