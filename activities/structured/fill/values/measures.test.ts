import assert from 'node:assert/strict'
import { it } from 'node:test'
import { fillSchema } from '../fill-schema.ts'
import { label, pageOf } from '../testing/page-of.ts'

const read = (name: string, text: string, shown: string, type = 'number'): unknown => {
  const schema = { title: 'product', type: 'object', properties: { [name]: { type } } }
  const { value } = fillSchema(schema, pageOf({ labels: [label(shown, text)] }))
  return (value as Record<string, unknown> | undefined)?.[name]
}

it('converts amounts to the unit in the name of a property', () => {
  for (const [name, text, shown, value] of [
    ['weight_kg', '500 g', 'Weight', 0.5],
    ['weight_kg', '1,500 g', 'Weight', 1.5],
    ['weight_kg', '1.5 kg', 'Weight', 1.5],
    ['weight_g', '1.5 kg', 'Weight', 1_500],
    ['weight_kg', '2 lbs (0.9 kg)', 'Weight', 0.9],
    ['weight_kg', '10 lbs', 'Weight', 4.53592],
    ['height_cm', '1.8 m', 'Height', 180],
    ['width_mm', '12 inches', 'Width', 304.8],
    ['area_sqm', '1,000 sq ft', 'Area', 92.903],
    ['area_m2', '85 m²', 'Area', 85],
    ['file_size_mb', '1.2 GB', 'File size', 1_200],
    ['volume_ml', '0.5 l', 'Volume', 500],
  ] as const)
    assert.equal(read(name, text, shown), value, `${name}: ${text}`)
  assert.equal(read('mileage_km', '52,000 miles', 'Mileage', 'integer'), 83_686)
})

it('leaves other numbers as they are written', () => {
  assert.equal(read('weight_kg', '500', 'Weight'), 500)
  assert.equal(read('weight', '500 g', 'Weight'), 500)
  assert.equal(read('mileage_km', '52.000 km', 'Mileage', 'integer'), 52_000)
  assert.equal(read('weight_kg', '3 m', 'Weight'), 3)
})
