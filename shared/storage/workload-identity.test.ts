/**
 * Credentials of the store from a workload identity, as Kubernetes clusters provide them to pods.
 *
 * Needs a process of its own: it sets the variables in which clusters name a source of credentials.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { ObjectStore } from './object-store.ts'
import { storeConfigFor } from './testing/store-config.ts'

async function serve(t: TestContext, answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Writes a token as a cluster mounts it. */
function tokenFile(t: TestContext, token: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'seine-identity-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const path = join(folder, 'token')
  writeFileSync(path, token)
  return path
}

/** Sets variables of this process until the end of a test, without another source of credentials. */
function setVariables(t: TestContext, variables: Readonly<Record<string, string>>): void {
  const all = {
    AWS_CONFIG_FILE: '/nowhere',
    AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
    AWS_EC2_METADATA_DISABLED: 'true',
    ...variables,
  }
  const before = { ...process.env }
  for (const name of Object.keys(process.env)) if (name.startsWith('AWS_')) delete process.env[name]
  Object.assign(process.env, all)
  t.after(() => {
    for (const name of Object.keys(all)) delete process.env[name]
    Object.assign(process.env, before)
  })
}

/** Starts a store, and a client without keys. @returns with which access key and token each request was signed. */
async function storeWithoutKeys(t: TestContext) {
  const signed: string[] = []
  const url = await serve(t, (request, response) => {
    const key = /Credential=([^/]+)\//.exec(request.headers.authorization ?? '')?.[1]
    signed.push(`${key} ${String(request.headers['x-amz-security-token'])}`)
    request.resume()
    response.end('text')
  })
  const keys = { SEINE_S3_ACCESS_KEY_ID: '', SEINE_S3_SECRET_ACCESS_KEY: '' }
  const store = new ObjectStore({ ...storeConfigFor(url), ...keys })
  t.after(() => store.close())
  return { store, signed }
}

test('EKS Pod Identity: credentials come from the agent, for the token in a file, and are renewed', async (t) => {
  const file = tokenFile(t, 'first token')
  const agent = await serve(t, (request, response) => {
    const isFirst = request.headers.authorization === 'first token'
    if (!isFirst && request.headers.authorization !== 'second token') return response.writeHead(401).end()
    response.setHeader('content-type', 'application/json')
    return response.end(
      JSON.stringify({
        AccessKeyId: isFirst ? 'first-key' : 'second-key',
        SecretAccessKey: 'secret',
        Token: 'session',
        // The first ones are about to expire.
        Expiration: new Date(Date.now() + (isFirst ? 60_000 : 3_600_000)).toISOString(),
      }),
    )
  })
  setVariables(t, {
    AWS_CONTAINER_CREDENTIALS_FULL_URI: `${agent}/v1/credentials`,
    AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE: file,
  })
  const { store, signed } = await storeWithoutKeys(t)
  await store.get('a')
  assert.deepEqual(signed, ['first-key session'])
  // The cluster replaces the token at intervals.
  writeFileSync(file, 'second token')
  for (let tries = 0; tries < 100 && signed.at(-1) === 'first-key session'; tries += 1) {
    await store.put('a', 'text')
    await sleep(20)
  }
  assert.equal(signed.at(-1), 'second-key session')
  const link = new URL(await store.presign('a', 'a.txt', 'text/plain', 60))
  assert.equal(link.searchParams.get('X-Amz-Security-Token'), 'session')
})

test('a web identity, as IRSA and clusters outside of AWS use it: AWS STS gives credentials for the token', async (t) => {
  const asked: URLSearchParams[] = []
  const sts = await serve(t, (request, response) => {
    request.setEncoding('utf8').once('data', (form: string) => asked.push(new URLSearchParams(form)))
    response.setHeader('content-type', 'text/xml')
    response.end(`
      <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
        <AssumeRoleWithWebIdentityResult><Credentials>
          <AccessKeyId>key-of-role</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>
          <SessionToken>session</SessionToken>
          <Expiration>${new Date(Date.now() + 3_600_000).toISOString()}</Expiration>
        </Credentials></AssumeRoleWithWebIdentityResult>
      </AssumeRoleWithWebIdentityResponse>`)
  })
  setVariables(t, {
    AWS_ENDPOINT_URL_STS: sts,
    AWS_ROLE_ARN: 'arn:aws:iam::111122223333:role/seine',
    AWS_WEB_IDENTITY_TOKEN_FILE: tokenFile(t, 'token of the cluster'),
  })
  const { store, signed } = await storeWithoutKeys(t)
  await store.get('a')
  await store.put('a', 'text')
  assert.deepEqual(signed, ['key-of-role session', 'key-of-role session'])
  assert.ok(asked.length > 0)
  for (const form of asked) {
    assert.equal(form.get('RoleArn'), 'arn:aws:iam::111122223333:role/seine')
    assert.equal(form.get('WebIdentityToken'), 'token of the cluster')
  }
})

test('without any credentials a call fails, and names what is missing', async (t) => {
  setVariables(t, {})
  const { store, signed } = await storeWithoutKeys(t)
  await assert.rejects(store.get('a'), (error: Error) => {
    assert.match(String(error.cause), /Could not load credentials/)
    return true
  })
  assert.deepEqual(signed, [])
})
