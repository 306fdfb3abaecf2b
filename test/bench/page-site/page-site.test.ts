import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { callsPerPage } from './page-files.ts'
import { loadUrl, startPageSite } from './page-site.ts'

const site = await startPageSite()
after(async () => await site.close())
const at = (path: string) => new URL(path, site.url)

test('the last picture of a load comes after its calls, and requests are counted', async () => {
  await site.reset()
  assert.match(await (await fetch(loadUrl(site.url, 1))).text(), /end\.png\?load=1"/)
  const order: string[] = []
  const end = fetch(at('/end.png?load=1')).then(() => order.push('end'))
  for (let call = 0; call < callsPerPage; call += 1) {
    order.push(`${(await fetch(at(`/call-${call}?load=1`))).status}`)
  }
  await end
  assert.deepEqual(order, [...Array.from({ length: callsPerPage }, () => '200'), 'end'])
  assert.equal((await fetch(at('/nothing'))).status, 404)
  assert.equal(await site.requests(), callsPerPage + 3)
})
