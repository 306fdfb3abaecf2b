/** A browser that ignores some of its launch flags. */
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Writes a wrapper around an executable.
 * @param flags names of flags to drop, with any value.
 */
export async function browserWithoutFlags(
  executable: string,
  flags: readonly string[],
): Promise<{ path: string; remove: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'seine-flags-'))
  const path = join(folder, 'browser')
  const drop = flags.map((flag) => `${flag}=*`).join('|')
  await writeFile(
    path,
    `#!/bin/bash\nkept=()\nfor flag in "$@"; do case "$flag" in ${drop}) ;; *) kept+=("$flag") ;; esac; done\nexec "${executable}" "\${kept[@]}"\n`,
  )
  await chmod(folder, 0o755)
  await chmod(path, 0o755)
  return { path, remove: async () => await rm(folder, { recursive: true, force: true }) }
}
