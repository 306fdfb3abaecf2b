/** Replacements for third-party images: the same programs at the same places, on the Debian of the tests. */
import { debianImage, type ContainerLab } from './container-lab.ts'

/** Programs of the replacements, installed once for all of them. */
const programsImage = 'localhost/seine-lab/developer-programs:stand-in'
const temporalImage = 'localhost/seine-lab/temporal:stand-in'
const valkeyImage = 'localhost/seine-lab/valkey:stand-in-2'
const versitygwImage = 'localhost/seine-lab/versitygw:stand-in-2'

/** Line of a Dockerfile that installs packages, and leaves neither lists nor caches, which are larger than those. */
export const install = (packages: string): string =>
  [
    'RUN apt-get -q -o Acquire::Languages=none update',
    `DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends ${packages}`,
    'rm -rf /var/lib/apt/lists/* /var/cache/apt/*',
  ].join(' && ')

function toolPath(name: string): string {
  const path = process.env[name] ?? ''
  if (path === '') throw new Error(`${name} is not set: run these tests with \`./dev test ops\``)
  return path
}

/**
 * Builds the replacements for the images of the default profile, once; call `lab.build` first.
 * @returns a function that maps an image of the file to its replacement.
 */
export async function standIns(lab: ContainerLab): Promise<(image: string) => string | undefined> {
  if (!(await lab.hasImage(temporalImage))) {
    const files = { '/usr/local/bin/temporal': toolPath('SEINE_DEV_TEMPORAL_BIN') }
    const lines = ['RUN useradd --uid 1000 temporal', 'USER temporal', 'ENTRYPOINT ["temporal"]']
    await lab.buildFiles(temporalImage, debianImage, files, lines)
  }
  const isMissing = async (image: string): Promise<boolean> => !(await lab.hasImage(image))
  if ((await isMissing(programsImage)) && ((await isMissing(versitygwImage)) || (await isMissing(valkeyImage)))) {
    await lab.buildFiles(programsImage, debianImage, {}, [install('busybox redis-server')])
  }
  if (await isMissing(versitygwImage)) {
    const files = { '/usr/local/bin/versitygw': toolPath('SEINE_DEV_VERSITYGW_BIN') }
    // The original is an Alpine, which has the `wget` of BusyBox.
    const lines = ['RUN ln -s /bin/busybox /usr/local/bin/wget', 'ENTRYPOINT ["versitygw"]']
    await lab.buildFiles(versitygwImage, programsImage, files, lines)
  }
  if (await isMissing(valkeyImage)) {
    // Valkey is a fork of Redis: the same settings, and the same ACL syntax.
    const links = ['server', 'cli'].map((name) => `ln -s /usr/bin/redis-${name} /usr/local/bin/valkey-${name}`)
    await lab.buildFiles(valkeyImage, programsImage, {}, [`RUN ${links.join(' && ')}`, 'WORKDIR /data'])
  }
  const images = new Map([
    ['temporalio/temporal', temporalImage],
    ['valkey/valkey', valkeyImage],
    ['versity/versitygw', versitygwImage],
  ])
  return (image) => images.get(image.replace(/:.*/, ''))
}
