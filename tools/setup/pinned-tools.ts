/** The programs the local stack is made of, each pinned to one version of one Go module. */
import type { ChromiumPaths } from './chromium-paths.ts'
import type { KnownModule } from './go-module.ts'

export interface PinnedTool {
  /** Name of the executable. */
  name: 'temporal' | 'versitygw'
  title: string
  version: string
  /** A requirement that `modules/<name>` raises above what the module itself asks for; part of the cached name. */
  raised?: string
  /** Module with the tool, and what it has to contain; `modules/<name>` pins what it is built from. */
  source: KnownModule
  /** Package of the module that is built. */
  goPackage: string
  /** Variable that names an executable to use instead. */
  variable: 'SEINE_DEV_TEMPORAL_BIN' | 'SEINE_DEV_VERSITYGW_BIN'
  /** Usual time of the build on two cores. */
  about: string
}

export const pinnedTools = [
  {
    name: 'temporal',
    title: 'Temporal CLI',
    // Later versions carry a replace directive, which a module that requires them would have to repeat.
    version: '1.5.1',
    // With the version that it asks for, 1.34.1, a statement that is cancelled under load can leave the connection
    // interrupted, and every later one fails until the server is started again.
    raised: 'sqlite-1.51.0',
    source: {
      module: 'github.com/temporalio/cli@v1.5.1',
      sha512: 'BKRpmTgLiOi7pstb9h60pCUrwKBHKe0jp+wtwO+CybpDlUJgxwhDaeEtNkYsEnB7li7OVcozCx7FJVlXLFBv7A==',
    },
    goPackage: 'github.com/temporalio/cli/cmd/temporal',
    variable: 'SEINE_DEV_TEMPORAL_BIN',
    about: '2 to 4 minutes',
  },
  {
    name: 'versitygw',
    title: 'S3 store (versitygw)',
    version: '1.8.0',
    source: {
      module: 'github.com/versity/versitygw@v1.8.0',
      sha512: 'usclNydQmcyiEQ6bklpuUjuBVd4nk8JCNt5v/6bWL2HdGbrleb1jMvBQiY+jah5S4SpPqNS8sYuU3x90hcHhlQ==',
    },
    goPackage: 'github.com/versity/versitygw/cmd/versitygw',
    variable: 'SEINE_DEV_VERSITYGW_BIN',
    about: '1 to 2 minutes',
  },
] as const satisfies readonly PinnedTool[]

/** Path of each executable. Without an engine of Chromium a stack has no browser worker. */
export interface ToolPaths extends Record<PinnedTool['name'], string> {
  chromium?: ChromiumPaths
  /** `redis-server`; absent where it cannot be had: hosts are then shared within each process alone. */
  redis?: string
  /** Of tests alone; absent where it cannot be had. */
  schemathesis?: string
}

/** File name of a tool in the cache: another version is another file, and so is one built from other modules. */
export const cachedName = ({ name, version, raised }: PinnedTool): string =>
  raised === undefined ? `${name}-${version}` : `${name}-${version}-${raised}`
