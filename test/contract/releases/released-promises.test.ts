/** This release keeps what earlier ones have promised, apart from exceptions that the change log states. */
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { apiChanges, changeText } from './api-changes.ts'
import { keptVersions, readKeptRelease } from './kept-releases.ts'
import { metricChanges, settingChanges } from './operator-changes.ts'
import { presentRelease } from './present-release.ts'
import { overwrittenFiles, recordedFiles } from './recorded-files.ts'
import { upgradeNotes } from './upgrade-notes.ts'

const present = presentRelease()
const releases = keptVersions().map((version) => readKeptRelease(version))
const notes = upgradeNotes(readFileSync(join(repositoryRoot, 'CHANGELOG.md'), 'utf8'))

it('data of a release are there', () => assert.ok(releases.length > 0))

for (const { version, api, settings, metrics, exceptions, checksums } of releases) {
  describe(`release ${version}`, () => {
    const changes = [
      ...apiChanges(api, present.api),
      ...settingChanges(settings, present.settings),
      ...metricChanges(metrics, present.metrics),
    ].map((change) => changeText(change))
    const excepted = exceptions.flatMap((exception) => exception.changes)

    it('has an API, settings and metrics with which callers and installations still work', () => {
      const broken = changes.filter((change) => !excepted.includes(change))
      const message = `breaks what release ${version} has promised (docs/compatibility.md): undo the change, or list it in test/releases/${version}/exceptions.json with its reason and a note below "Upgrading" in CHANGELOG.md`
      assert.deepEqual(broken, [], message)
    })

    it('has only exceptions that are needed, and that the change log states below "Upgrading"', () => {
      const unneeded = excepted.filter((change) => !changes.includes(change))
      assert.deepEqual(unneeded, [])
      for (const { reason, upgrading } of exceptions) {
        assert.ok(reason.length > 20, `a reason for: ${upgrading}`)
        assert.ok(upgrading.length > 20 && notes.includes(upgrading), `CHANGELOG.md, Upgrading: ${upgrading}`)
      }
    })

    it('finds its recorded files unchanged', () => {
      assert.ok(Object.keys(checksums).length > 0)
      assert.deepEqual(overwrittenFiles(version, checksums, recordedFiles(repositoryRoot)), [])
    })
  })
}
