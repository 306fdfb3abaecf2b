/** A store whose server is a request handler of the test. */
import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { ObjectStore } from '../object-store.ts'
import type { StoreConfig } from '../s3-client.ts'
import { storeConfigFor } from './store-config.ts'

/** @param timeouts replace the defaults. @returns a store that is closed, with its server, after the test. */
export async function servedStore(
  t: TestContext,
  listener: RequestListener,
  timeouts: Partial<StoreConfig> = {},
): Promise<ObjectStore> {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const config = storeConfigFor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const store = new ObjectStore({ ...config, ...timeouts })
  t.after(() => {
    store.close()
    server.closeAllConnections()
    server.close()
  })
  return store
}
