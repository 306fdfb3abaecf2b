/**
 * The programs that the tests for operators call: each prints its version, and those that work only in combination with
 * others (networks, name server, firewall) are used once.
 */
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { prometheusPrograms } from '@seine/tools/setup/debian-programs.ts'
import { reservePorts, type PortReservation } from '@seine/tools/stack/ports.ts'
import type { ComposeFile } from '../ops/compose-file.ts'
import { ComposeProject } from '../ops/compose-project.ts'
import { ContainerLab, containerTools, debianImage } from '../ops/container-lab.ts'
import { KubernetesLab, kubernetesTools } from '../ops/kubernetes-lab.ts'
import { PrometheusLab } from '../ops/prometheus-lab.ts'
import { itTellsItsVersion } from './program-version.ts'
import { requirePrograms } from './required-programs.ts'

const containers = containerTools()

describe('container tools', { skip: containers.skip }, () => {
  for (const [name, program] of Object.entries(containers.programs ?? {})) itTellsItsVersion(name, program)
})

/** Answers each connection with one word; Perl is an essential package of Debian. */
const greeter = (port: number): string[] => [
  'perl',
  '-MIO::Socket::INET',
  '-e',
  `$l = IO::Socket::INET->new(LocalPort => ${port}, Listen => 5, ReuseAddr => 1) or die $!;
   while ($c = $l->accept) { print $c "HTTP/1.0 200 OK\\r\\n\\r\\nhello"; close $c }`,
]

describe('containers on a network', { skip: containers.skip }, () => {
  let directory: string
  let reservation: PortReservation
  let project: ComposeProject

  before(async () => {
    const lab = await ContainerLab.open(containers.programs!)
    await lab.ensureDebian()
    directory = await mkdtemp(join(tmpdir(), 'seine-tools-'))
    reservation = await reservePorts('free')
    const file: ComposeFile = {
      services: {
        greeter: {
          image: debianImage,
          command: greeter(8080),
          ports: [`127.0.0.1:${reservation.ports.gateway}:8080`],
        },
        caller: { image: debianImage, command: ['sleep', 'infinity'] },
      },
    }
    project = new ComposeProject(lab.storage, file, { imageOf: (image) => image, environment: {}, directory })
    await project.createNetwork()
    await Promise.all(project.services.map(async (name) => await project.start(name)))
  })

  after(async () => {
    reservation?.release()
    await project?.remove()
    if (directory !== undefined) await rm(directory, { recursive: true, force: true })
  })

  it('know each other by name', async () => {
    assert.match(await project.exec('caller', 'getent', 'hosts', 'greeter'), /^\d+\.\d+\.\d+\.\d+\s+greeter/)
  })

  it('answer on a published port', async () => {
    const answer = await fetch(`http://127.0.0.1:${reservation.ports.gateway}/`)
    assert.equal(await answer.text(), 'hello')
  })
})

const prometheus = requirePrograms(prometheusPrograms)

describe('Prometheus', { skip: prometheus.skip }, () => {
  for (const [name, program] of Object.entries(prometheus.programs ?? {})) itTellsItsVersion(name, program)

  it('starts with the configuration of this repository', async () => {
    const lab = await PrometheusLab.start(prometheus.programs!.prometheus, {})
    await lab.close()
  })
})

const kubernetes = kubernetesTools()

describe('Kubernetes API server', { skip: kubernetes.skip }, () => {
  const { apiServer = '', kubectl = '', etcd = '', helm = '' } = kubernetes.tools ?? {}
  itTellsItsVersion('kube-apiserver', apiServer)
  itTellsItsVersion('etcd', etcd)
  itTellsItsVersion('kubectl', kubectl, ['version', '--client'])
  itTellsItsVersion('helm', helm, ['version', '--short'])

  it('starts on its store and answers kubectl', async () => {
    const lab = await KubernetesLab.start(kubernetes.tools!)
    await lab.close()
  })
})
