import assert from 'node:assert/strict'
import { test } from 'node:test'
import { repositoryRoot } from '../checkout/locations.ts'
import { debianPackagesOf, foreignImagesOf, outsideParts } from './outside-parts.ts'

test('the Debian packages of a Dockerfile are found over continued lines, without options and other commands', () => {
  const dockerfile = `# apt-get install nothing
RUN apt-get -q update && \\
    DEBIAN_FRONTEND=noninteractive apt-get -q install -y --no-install-recommends \\
      one two=1.0 && \\
    rm -rf /var/lib/apt/lists
RUN apt-get install three; true
RUN /seine-build/install-packages.sh \\
      four five --without 'six*' && true
`
  assert.deepEqual(debianPackagesOf(dockerfile), ['one', 'two=1.0', 'three', 'four', 'five'])
})

test('images of a compose file are found with their tags, our own left out', () => {
  const text =
    'services:\n  a:\n    image: seine/cli\n  b:\n    image: maker/b:1.2\n  c:\n    image: c\n  d:\n    image: d:3@sha256:00\n'
  assert.deepEqual(foreignImagesOf('docker-compose.yml', text), [
    { name: 'maker/b', version: '1.2' },
    { name: 'c', version: null },
    { name: 'd', version: '3' },
  ])
})

test('the parts of this repository are found where they are used', () => {
  const names = outsideParts(repositoryRoot).map(({ name }) => name)
  for (const name of ['temporal', 'versitygw', 'etcd', 'tini', 'chromium', 'buildah', 'searxng/searxng']) {
    assert.ok(names.includes(name), name)
  }
  assert.equal(new Set(names).size, names.length)
})
