/** The Pythons of a machine that the client supports. */
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { findOnPath } from '@seine/tools/setup/find-tool.ts'

export const supportedVersions = ['3.10', '3.11', '3.12', '3.13'] as const

const printVersion = 'import sys, venv, ensurepip; print("%d.%d" % sys.version_info[:2])'

/** Path of the Python of a version, from PATH or among those that pyenv has installed; null without one. */
export function findVersion(version: string): string | null {
  const root = process.env['PYENV_ROOT'] ?? join(homedir(), '.pyenv')
  const installed = globSync(`versions/${version}.*/bin/python3`, { cwd: root }).map((path) => join(root, path))
  const onPath = findOnPath(`python${version}`, process.env['PATH'])
  const candidates = [...(onPath === null ? [] : [onPath]), ...installed.toSorted()]
  const isVersion = (path: string): boolean =>
    spawnSync(path, ['-c', printVersion], { encoding: 'utf8' }).stdout?.trim() === version
  return candidates.find(isVersion) ?? null
}
