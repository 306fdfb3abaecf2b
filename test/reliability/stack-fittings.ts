/** What rows put beside a stack before it starts: a mail server, a way to its store that can fail, a folder of its own. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startMailServer, type MailServer } from '../receiver/mail-server.ts'
import type { TestStackOptions } from '../stack/test-stack.ts'
import { startErringProxy, type ErringProxy } from './erring-proxy.ts'
import { startMuteProxy, type MuteProxy } from './mute-proxy.ts'

/** The fittings that a row asks for. */
export interface WantedFittings {
  /** A mail server that the stack sends its mail to; with a login that the stack has for it. */
  mail?: true | { user: string; password: string }
  /** The stack reaches its store through a proxy that can answer with errors. */
  erringStore?: true
  /** The stack reaches its store through a proxy that can fall silent. */
  muteStore?: true
  /** A folder for the temporary files of the stack. */
  temporary?: true
}

/** The fittings of a stack; those it was not started with are null. */
export interface Fittings {
  mail: MailServer | null
  erringStore: ErringProxy | null
  muteStore: MuteProxy | null
  temporary: string | null
}

export interface StartedFittings {
  fittings: Fittings
  /** What the stack must be started with to use them. */
  options: Required<Pick<TestStackOptions, 'environment' | 'parts'>>
  close(): Promise<void>
}

async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-reliability-'))
  // Chromium runs as a user of its own when the worker is root.
  await chmod(folder, 0o1777)
  return folder
}

/** Starts the fittings of a stack. */
export async function startFittings(wanted: WantedFittings): Promise<StartedFittings> {
  let storePort = 0
  const erringStore = wanted.erringStore === true ? await startErringProxy(() => storePort) : null
  const beforeStore = (): number => erringStore?.port ?? storePort
  const muteStore = wanted.muteStore === true ? await startMuteProxy(beforeStore) : null
  const mail = wanted.mail === undefined ? null : await startMailServer()
  const login = typeof wanted.mail === 'object' ? `${wanted.mail.user}:${wanted.mail.password}@` : ''
  const temporary = wanted.temporary === true ? await temporaryFolder() : null
  const wayToStore = muteStore ?? erringStore
  return {
    fittings: { mail, erringStore, muteStore, temporary },
    options: {
      environment: {
        ...(wayToStore === null ? {} : { SEINE_S3_ENDPOINT: `http://127.0.0.1:${wayToStore.port}` }),
        ...(mail === null
          ? {}
          : { SEINE_SMTP_URL: `smtp://${login}127.0.0.1:${mail.port}`, SEINE_MAIL_FROM: 'seine@example.org' }),
        ...(temporary === null ? {} : { TMPDIR: temporary }),
      },
      parts: {
        objectStore: {
          command(own, ports) {
            storePort = ports.objectStore
            return own
          },
        },
      },
    },
    async close() {
      await Promise.all([mail?.close(), muteStore?.close(), erringStore?.close()])
      if (temporary !== null) await rm(temporary, { recursive: true, force: true })
    },
  }
}

/** Returns a fitting. @throws Error when the stack was started without it. */
export function fitted<T>(fitting: T | null): T {
  if (fitting === null) throw new Error('the stack was started without what the row needs beside it')
  return fitting
}
