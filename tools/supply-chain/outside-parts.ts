/** The parts of Seine, of its images and of its tests that do not come from npm, read from the files that name them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  containerPrograms,
  freshPrograms,
  prometheusPrograms,
  redisPrograms,
  samplePrograms,
  shellPrograms,
} from '../setup/debian-programs.ts'
import { filesWithReferences, referencesIn } from './image-references.ts'
import { chromiumEngines } from '../setup/chromium-engines.ts'
import {
  etcdVersion,
  gatewayApiVersion,
  helmVersion,
  kedaVersion,
  kubernetesVersion,
  prometheusOperatorVersion,
} from '../setup/install-kubernetes.ts'
import { schemathesisVersion } from '../setup/install-schemathesis.ts'
import { pinnedTools, productionTools } from '../setup/pinned-tools.ts'
import type { OutsidePart } from './documented-licences.ts'

/**
 * Returns the packages that a Dockerfile installs: words after `apt-get install` or `install-packages.sh` up to the
 * next command, without options, and without those that are removed again.
 */
export function debianPackagesOf(dockerfile: string): string[] {
  const joined = dockerfile.replaceAll(/^#.*\n/gm, '').replaceAll(/\\\n\s*/g, ' ')
  return [...joined.matchAll(/(?:apt-get[^&;\n]*? install|install-packages\.sh) ([^&;\n]+)/g)].flatMap(
    ([, words = '']) =>
      words
        .replace(/ --without .*/, '')
        .split(/\s+/)
        .filter((word) => /^[a-z0-9]/.test(word)),
  )
}

/** Returns the third-party images that a file names, with their tags. @param file its path */
export function foreignImagesOf(file: string, content: string): OutsidePart[] {
  return referencesIn(file, content).map(({ name, tag }) => ({ name, version: tag === '' ? null : tag }))
}

/** Returns all parts, each once. */
export function outsideParts(root: string): OutsidePart[] {
  const text = (path: string): string => readFileSync(join(root, path), 'utf8')
  const debian = [
    ...debianPackagesOf(text('Dockerfile')),
    ...[containerPrograms, freshPrograms, prometheusPrograms, redisPrograms, samplePrograms, shellPrograms].flatMap(
      ({ packages }) => [...packages],
    ),
    ...chromiumEngines.map(({ debianPackage }) => debianPackage),
  ]
  const images = (isBuild: boolean): OutsidePart[] =>
    filesWithReferences(root)
      .filter((file) => file.startsWith('Dockerfile') === isBuild)
      .flatMap((file) => foreignImagesOf(file, text(file)))
  const parts: OutsidePart[] = [
    ...images(true),
    // The bases, whose tags move: they are documented without a version.
    { name: 'node', version: null },
    { name: 'debian', version: null },
    ...[...pinnedTools, ...productionTools].map(({ name, version }) => ({ name, version })),
    { name: 'kube-apiserver', version: kubernetesVersion },
    { name: 'kubectl', version: kubernetesVersion },
    { name: 'etcd', version: etcdVersion },
    { name: 'helm', version: helmVersion },
    { name: 'keda', version: kedaVersion },
    { name: 'prometheus-operator', version: prometheusOperatorVersion },
    { name: 'gateway-api', version: gatewayApiVersion },
    { name: 'schemathesis', version: schemathesisVersion },
    ...debian.map((name) => ({ name, version: null })),
    ...images(false),
  ]
  return [...new Map(parts.map((part) => [part.name, part])).values()]
}
