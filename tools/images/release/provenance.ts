/**
 * Provenance of an image: an in-toto statement (v1) with a SLSA provenance predicate (v1), which says from which commit,
 * bases and arguments the image was built.
 */
import { createHash } from 'node:crypto'
import type { StoredImage } from './image-engine.ts'

export const statementType = 'https://in-toto.io/Statement/v1'
export const predicateType = 'https://slsa.dev/provenance/v1'
/** Kind of build; its parameters are those of `Parameters`. */
export const buildType = 'urn:seine:image-build:v1'

/** `{"sha256": "…"}`, without a prefix. */
export type DigestSet = Record<string, string>

/** A ResourceDescriptor of in-toto, as far as it is used. */
export interface ResourceDescriptor {
  name?: string
  uri?: string
  digest: DigestSet
}

export interface Parameters {
  /** Target of the Dockerfile. */
  target: string
  buildArguments: Record<string, string>
}

export interface ProvenanceStatement {
  _type: string
  subject: ResourceDescriptor[]
  predicateType: string
  predicate: {
    buildDefinition: {
      buildType: string
      externalParameters: Parameters
      internalParameters: { epochSecs: number; engine: string }
      resolvedDependencies: ResourceDescriptor[]
    }
    runDetails: {
      builder: { id: string }
      metadata: { startedOn: string; finishedOn: string }
      byproducts: ResourceDescriptor[]
    }
  }
}

/** A build that has ended. */
export interface FinishedBuild {
  /** Name of the image without a tag. */
  name: string
  image: StoredImage
  /** Bill of materials, as in the image. */
  bill: Buffer
  parameters: Parameters
  epochSecs: number
  engine: string
  /** URI of who built: a CI system, or a person's machine. */
  builder: string
  /** 40 hexadecimal digits. */
  commit: string
  /** Where the commit is published; empty: not known. */
  repository: string
  /** Bases by the build argument that names them. */
  bases: { argument: string; reference: string; digest: string }[]
  startedMs: number
  finishedMs: number
}

/** Converts `sha256:…`. */
const digestSet = (digest: string): DigestSet => ({ sha256: digest.replace(/^sha256:/, '') })

/** Returns the hash of a file. */
export const sha256Of = (content: Buffer): string => createHash('sha256').update(content).digest('hex')

/** Names of files and images that come with an image. */
export const byproductNames = { config: 'config', bill: 'sbom.cdx.json', layer: (index: number) => `layer/${index}` }

/** Returns the statement. */
export function provenanceOf(build: FinishedBuild): ProvenanceStatement {
  const { image, bases } = build
  return {
    _type: statementType,
    subject: [{ name: build.name, digest: digestSet(image.digest) }],
    predicateType,
    predicate: {
      buildDefinition: {
        buildType,
        externalParameters: build.parameters,
        internalParameters: { epochSecs: build.epochSecs, engine: build.engine },
        resolvedDependencies: [
          {
            name: 'source',
            uri: build.repository === '' ? `urn:git:${build.commit}` : `git+${build.repository}@${build.commit}`,
            digest: { gitCommit: build.commit },
          },
          ...bases.map(({ argument, reference, digest }) => ({
            name: argument,
            uri: `docker://${reference}`,
            digest: digestSet(digest),
          })),
        ],
      },
      runDetails: {
        builder: { id: build.builder },
        metadata: {
          startedOn: new Date(build.startedMs).toISOString(),
          finishedOn: new Date(build.finishedMs).toISOString(),
        },
        byproducts: [
          { name: byproductNames.config, digest: digestSet(image.configDigest) },
          ...image.layers.map((layer, index) => ({ name: byproductNames.layer(index), digest: digestSet(layer) })),
          { name: byproductNames.bill, digest: { sha256: sha256Of(build.bill) } },
        ],
      },
    },
  }
}
