/** The settings that a process can read, from the text of everything it loads. */
import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { reachableModules } from '@seine/tools/images/reachable-modules.ts'
import { repositoryRoot } from '@seine/tools/checkout/locations.ts'
import { configSchema } from '@seine/shared/config/config.ts'

/** The file that declares all settings. */
const declarations = 'shared/config/config.ts'

/** Settings by service: reading everything that a service loads takes seconds. */
const known = new Map<string, ReadonlySet<string>>()

/** @param service folder in `services/`. */
export function settingsRead(service: string): ReadonlySet<string> {
  const settings = known.get(service) ?? readSettings(service)
  known.set(service, settings)
  return settings
}

function readSettings(service: string): ReadonlySet<string> {
  const { files } = reachableModules(repositoryRoot, [`services/${service}/main.ts`])
  const scripts = files.filter((file) => file.endsWith('.ts') && file !== declarations)
  const named = scripts.flatMap((file) => {
    const script = stripTypeScriptTypes(readFileSync(join(repositoryRoot, file), 'utf8'))
    return script.match(/\bSEINE_[A-Z\d_]+\b/g) ?? []
  })
  return new Set(named.filter((name) => name in configSchema.properties))
}
