/** The programs of the local stack, each pinned to one version of one Go module. */
import type { ChromiumPaths } from './chromium-paths.ts'
import type { KnownModule } from './go-module.ts'

export interface PinnedTool {
  /** Name of the executable. */
  name: 'temporal' | 'versitygw' | 'temporal-server' | 'temporal-sql-tool'
  /** Folder below `modules` from which it is built. @default its name */
  builtFrom?: 'temporal'
  title: string
  version: string
  /**
   * A dependency that `modules/<name>` raises above the version the module itself requires; part of the cached name.
   */
  raised?: string
  /** Module that contains the tool, and its pinned contents; `modules/<name>` pins what it is built from. */
  source: KnownModule
  /** Go package that is built. */
  goPackage: string
  /** Environment variable that names an executable to use instead. */
  variable: `SEINE_DEV_${'TEMPORAL' | 'VERSITYGW' | 'TEMPORAL_SERVER' | 'TEMPORAL_SQL_TOOL'}_BIN`
  /** Usual duration of the build on two cores. */
  about: string
}

export const pinnedTools = [
  {
    name: 'temporal',
    title: 'Temporal CLI',
    // Later versions have a replace directive, which a module that requires them would have to repeat.
    version: '1.5.1',
    // With the required version, 1.34.1, a statement that is cancelled under load can leave the connection interrupted,
    // and every later statement fails until the server is restarted.
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

const temporalServerSource: KnownModule = {
  module: 'go.temporal.io/server@v1.29.1',
  sha512: 'Vc0y8fW9YpgBidfCKtmKOQFXMiu7eOtJmCDDh126j8BQvu6GUHbZVswdYNAEfmaIQGiwXrxT56C5iJAgWBWd/w==',
}

/**
 * Temporal's production server and the program that makes its databases, for tests of the compose file with PostgreSQL.
 * They are of the release that the development server contains, so most of them has been compiled for it already.
 */
export const productionTools = [
  {
    name: 'temporal-server',
    builtFrom: 'temporal',
    title: 'Temporal server',
    version: '1.29.1',
    source: temporalServerSource,
    goPackage: 'go.temporal.io/server/cmd/server',
    variable: 'SEINE_DEV_TEMPORAL_SERVER_BIN',
    about: 'half a minute to 4 minutes',
  },
  {
    name: 'temporal-sql-tool',
    builtFrom: 'temporal',
    title: 'schema tool of Temporal',
    version: '1.29.1',
    source: temporalServerSource,
    goPackage: 'go.temporal.io/server/cmd/tools/sql',
    variable: 'SEINE_DEV_TEMPORAL_SQL_TOOL_BIN',
    about: '10 seconds',
  },
] as const satisfies readonly PinnedTool[]

/** Path of each executable. A stack without an engine of Chromium has no browser worker. */
export interface ToolPaths extends Record<(typeof pinnedTools)[number]['name'], string> {
  chromium?: ChromiumPaths
  /** `redis-server`; absent when it cannot be obtained: host state is then shared only within each process. */
  redis?: string
  /** Used by tests only; absent when it cannot be obtained. */
  schemathesis?: string
}

/**
 * Returns the file name of a tool in the cache: a different version, or a build from different modules, gets another
 * name.
 */
export const cachedName = ({ name, version, raised }: PinnedTool): string =>
  raised === undefined ? `${name}-${version}` : `${name}-${version}-${raised}`
