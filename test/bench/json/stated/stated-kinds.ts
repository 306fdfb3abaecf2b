/** The kinds of things that pages state in schema.org's vocabulary, with the schema that asks for each. */

/** How two values of a property are compared. */
export type StatedForm = 'name' | 'words' | 'date' | 'number' | 'flag' | 'picture' | 'telephone' | 'street' | 'country'

export interface StatedProperty {
  form: StatedForm
  /** Places of the value in the statement, best first: `offers.price`. */
  paths: readonly string[]
  /** True when all values are asked for. */
  isList?: boolean
}

export interface StatedKind {
  kind: string
  /** Types of entities, without their vocabulary. */
  types: RegExp
  /** A statement counts only if it has one of these properties; empty: always. */
  needs: readonly string[]
  properties: Readonly<Record<string, StatedProperty>>
}

const name = (...paths: string[]): StatedProperty => ({ form: 'name', paths })
const words = (...paths: string[]): StatedProperty => ({ form: 'words', paths })
const date = (...paths: string[]): StatedProperty => ({ form: 'date', paths })
const number = (...paths: string[]): StatedProperty => ({ form: 'number', paths })
const picture = (...paths: string[]): StatedProperty => ({ form: 'picture', paths })
const list = (property: StatedProperty): StatedProperty => ({ ...property, isList: true })

export const statedKinds: readonly StatedKind[] = [
  {
    kind: 'product',
    types: /^(?:Product|ProductGroup|SomeProducts|IndividualProduct|Vehicle|Book)$/,
    needs: ['offers', 'sku', 'brand', 'aggregateRating'],
    properties: {
      name: name('name'),
      description: words('description'),
      brand: name('brand.name', 'brand', 'manufacturer.name'),
      price: number('offers.price', 'offers.lowPrice', 'offers.priceSpecification.price', 'offers.offers.price'),
      currency: name('offers.priceCurrency', 'offers.priceSpecification.priceCurrency', 'offers.offers.priceCurrency'),
      sku: name('sku', 'productID', 'mpn'),
      in_stock: { form: 'flag', paths: ['offers.availability', 'offers.offers.availability'] },
      rating: number('aggregateRating.ratingValue'),
      review_count: number('aggregateRating.reviewCount', 'aggregateRating.ratingCount'),
      image: picture('image.url', 'image.contentUrl', 'image'),
    },
  },
  {
    kind: 'article',
    types:
      /^(?:Article|NewsArticle|BlogPosting|TechArticle|Report|ReportageNewsArticle|AnalysisNewsArticle|ScholarlyArticle)$/,
    needs: [],
    properties: {
      headline: name('headline', 'name'),
      author: name('author.name', 'author'),
      date_published: date('datePublished'),
      date_modified: date('dateModified'),
      description: words('description'),
      section: name('articleSection'),
      publisher: name('publisher.name', 'publisher'),
      image: picture('image.url', 'image.contentUrl', 'image'),
    },
  },
  {
    kind: 'recipe',
    types: /^Recipe$/,
    needs: [],
    properties: {
      name: name('name'),
      author: name('author.name', 'author'),
      description: words('description'),
      ingredients: list(name('recipeIngredient', 'ingredients')),
      instructions: list(words('recipeInstructions.text', 'recipeInstructions')),
      servings: name('recipeYield'),
      image: picture('image.url', 'image'),
    },
  },
  {
    kind: 'event',
    types: /Event$/,
    needs: ['startDate'],
    properties: {
      name: name('name'),
      start_date: date('startDate'),
      end_date: date('endDate'),
      venue: name('location.name', 'location'),
      city: name('location.address.addressLocality'),
      organizer: name('organizer.name', 'organizer'),
      description: words('description'),
    },
  },
  {
    kind: 'job',
    types: /^JobPosting$/,
    needs: [],
    properties: {
      title: name('title', 'name'),
      company: name('hiringOrganization.name', 'hiringOrganization'),
      city: name('jobLocation.address.addressLocality'),
      date_posted: date('datePosted'),
      employment_type: name('employmentType'),
      valid_through: date('validThrough'),
    },
  },
  {
    kind: 'organization',
    types:
      /^(?:Organization|Corporation|LocalBusiness|.*Business|.*Service|Store|.*Store|Restaurant|Hotel|.*Company|CollegeOrUniversity|School|Dentist|Attorney)$/,
    needs: ['telephone', 'email', 'address', 'contactPoint'],
    properties: {
      name: name('name', 'legalName'),
      telephone: { form: 'telephone', paths: ['telephone', 'contactPoint.telephone'] },
      email: name('email', 'contactPoint.email'),
      street_address: { form: 'street', paths: ['address.streetAddress'] },
      city: name('address.addressLocality'),
      postal_code: name('address.postalCode'),
      country: { form: 'country', paths: ['address.addressCountry.name', 'address.addressCountry'] },
    },
  },
]

const typeOf: Readonly<Record<StatedForm, Record<string, unknown>>> = {
  name: { type: 'string' },
  words: { type: 'string' },
  date: { type: 'string', format: 'date' },
  number: { type: 'number' },
  flag: { type: 'boolean' },
  picture: { type: 'string', format: 'uri' },
  telephone: { type: 'string' },
  street: { type: 'string' },
  country: { type: 'string' },
}

/** Returns the schema of a kind as a caller would write it: nothing is required. */
export function schemaOfKind({ kind, properties }: StatedKind): Record<string, unknown> {
  const entries = Object.entries(properties).map(([key, { form, isList }]) => [
    key,
    isList === true ? { type: 'array', items: typeOf[form] } : typeOf[form],
  ])
  return { type: 'object', title: kind, properties: Object.fromEntries(entries) as Record<string, unknown> }
}
