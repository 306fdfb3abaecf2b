/**
 * Runs set-up on systems where nothing was installed by hand: only the packages of a release, npm and Go as the README
 * requires, and an empty per-user cache. This reveals steps that work only because of software that a machine happened
 * to have. Run by `./dev test fresh [RELEASE ...]`.
 */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it, type TestContext } from 'node:test'
import { freshReleases, isFreshRelease, type FreshRelease } from '@seine/tools/test/fresh-releases.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { freshPrograms } from '@seine/tools/setup/debian-programs.ts'
import { definitionFolders } from '@seine/tools/setup/install-kubernetes.ts'
import { requirePrograms } from '../tools/required-programs.ts'
import { FreshSystem, person, superuser, type FreshUser } from './fresh-system.ts'
import { registryAccess } from './registry-access.ts'

const { programs, skip } = requirePrograms(freshPrograms)
const isSuperuser = process.getuid?.() === 0
const home = join(process.env['SEINE_DEV_CACHE_DIR'] ?? '', 'fresh')

const wanted = (process.env['SEINE_FRESH_RELEASES'] ?? '').split(',').filter((name) => name !== '')
const unknown = wanted.filter((name) => !isFreshRelease(name))
assert.deepEqual(unknown, [], `SEINE_FRESH_RELEASES knows ${Object.keys(freshReleases).join(', ')}`)

/** Last lines of a command's output. */
const tail = (output: string): string => output.split('\n').slice(-80).join('\n')

/** Programs that take minutes to build; a user without root may copy them from another system. */
const givenTools = ['bin', ...definitionFolders]

function release(name: FreshRelease): void {
  describe(`a fresh ${name}`, { skip: isSuperuser ? skip : 'fresh systems are made by the superuser' }, () => {
    const systems: FreshSystem[] = []
    let reason: string | null = null

    const make = async (): Promise<FreshSystem> => {
      const system = await FreshSystem.make({
        release: name,
        programs: programs!,
        access: registryAccess(process.env),
        goFolder: execFileSync('go', ['env', 'GOROOT'], { encoding: 'utf8' }).trim(),
        checkout: repositoryRoot,
        home,
      })
      systems.push(system)
      return system
    }

    /** Runs a command that must succeed. @returns its output. */
    const succeed = async (
      t: TestContext,
      step: string,
      user: FreshUser,
      command: readonly string[],
      variables: Record<string, string> = {},
    ): Promise<string> => {
      const startedMs = Date.now()
      const { failure, output } = await systems.at(-1)!.run(step, user, command, variables)
      t.diagnostic(`${command.join(' ')}: ${Math.round((Date.now() - startedMs) / 1_000)} s`)
      assert.equal(failure, null, `${command.join(' ')}: ${failure}\n${tail(output)}`)
      return output
    }

    before(async () => {
      try {
        await make()
      } catch (error) {
        // Archives of distributions other than Debian are not reachable from everywhere.
        if (name.startsWith('debian')) throw error
        reason = (error as Error).message
      }
    })
    after(async () => {
      for (const system of systems) await system.remove()
    })

    const step = (title: string, body: (t: TestContext) => Promise<void>): void => {
      it(title, async (t) => {
        if (reason === null) await body(t)
        else t.skip(reason)
      })
    }

    step('./dev doctor says how everything that is missing will be obtained', async (t) => {
      const output = await succeed(t, 'doctor', superuser, ['./dev', 'doctor'])
      assert.match(output, /… Temporal CLI +missing +go build of /)
      assert.match(output, /… container tools +missing +by \.\/dev test: apt-get install /)
      assert.doesNotMatch(output, /✗/)
    })

    step('./dev crawl crawls the bundled website', async (t) => {
      const output = await succeed(t, 'crawl', superuser, ['./dev', 'crawl', '--limit', '40', '--out', '/tmp/out'])
      assert.match(output, /^Completed +40 pages /m)
    })

    step('./dev test check unit passes', async (t) => {
      const output = await succeed(t, 'unit', superuser, ['./dev', 'test', 'check', 'unit'], { CI: 'true' })
      assert.match(output, /^ℹ fail 0$/m)
    })

    step('every other suite is set up, and each of its programs can be used', async (t) => {
      const command = ['./dev', 'test', 'contract', 'browser', 'stack', 'ops', '--set-up']
      const output = await succeed(t, 'set-up', superuser, command, { CI: 'true' })
      assert.doesNotMatch(output, /^ *! missing/m)
      assert.equal(output.match(/^ℹ fail 0$/gm)?.length, 2)
    })

    step('without root and sudo each missing part is one sentence, and everything else goes on', async (t) => {
      const first = systems[0]!
      const system = await make()
      for (const tool of givenTools) {
        const path = `.cache/seine/${tool}`
        await system.copyFrom(first, join(superuser.home, path), join(person.home, path), person)
      }
      const doctor = await succeed(t, 'person-doctor', person, ['./dev', 'doctor'])
      assert.match(doctor, /Chromium +off .*\(this user is not root and there is no sudo\)/)
      const crawl = await succeed(t, 'person-crawl', person, ['./dev', 'crawl', '--limit', '10', '--out', '/tmp/out'])
      assert.match(crawl, /^Completed +10 pages /m)
      assert.match(
        crawl,
        /! Chromium is not installed \(this user is not root and there is no sudo\), so pages that need/,
      )
      const command = ['./dev', 'test', 'contract', 'browser', 'stack', 'ops', '--set-up']
      const tests = await succeed(t, 'person-set-up', person, command)
      for (const part of ['redis-server', 'curl', 'prometheus, promtool', 'mmdebstrap']) {
        assert.match(
          tests,
          new RegExp(`! missing: ${part}[^\\n]* \\(this user is not root and there is no sudo\\), so `),
        )
      }
      assert.match(tests, /! missing: Schemathesis \(no Python that can create environments: this user is not root/)
    })
  })
}

for (const name of wanted.filter(isFreshRelease)) release(name)
