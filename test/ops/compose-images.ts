/** Replacements for third-party images: the same programs at the same places, on the Debian of the tests. */
import { debianImage, type ContainerLab } from './container-lab.ts'

const temporalImage = 'localhost/seine-lab/temporal:stand-in'
const valkeyImage = 'localhost/seine-lab/valkey:stand-in'
const versitygwImage = 'localhost/seine-lab/versitygw:stand-in'

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
  if (!(await lab.hasImage(versitygwImage))) {
    const files = { '/usr/local/bin/versitygw': toolPath('SEINE_DEV_VERSITYGW_BIN') }
    // The original is an Alpine, which has the `wget` of BusyBox.
    const lines = [
      'RUN apt-get -q update && apt-get -q install -y --no-install-recommends busybox && ln -s /bin/busybox /usr/local/bin/wget',
      'ENTRYPOINT ["versitygw"]',
    ]
    await lab.buildFiles(versitygwImage, debianImage, files, lines)
  }
  if (!(await lab.hasImage(valkeyImage))) {
    // Valkey is a fork of Redis: the same settings, and the same ACL syntax.
    const links = ['server', 'cli'].map((name) => `ln -s /usr/bin/redis-${name} /usr/local/bin/valkey-${name}`)
    const lines = [
      `RUN apt-get -q update && apt-get -q install -y --no-install-recommends redis-server && ${links.join(' && ')}`,
      'WORKDIR /data',
    ]
    await lab.buildFiles(valkeyImage, debianImage, {}, lines)
  }
  const images = new Map([
    ['temporalio/temporal', temporalImage],
    ['valkey/valkey', valkeyImage],
    ['versity/versitygw', versitygwImage],
  ])
  return (image) => images.get(image.replace(/:.*/, ''))
}
