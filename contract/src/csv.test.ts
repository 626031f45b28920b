import { expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  [' =1', "' =1"],
  ['\r\n=cmd', `"'\r\n=cmd"`],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['＝1', "'＝1"],
])('text that a spreadsheet would run is text: %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

it('leaves plain text and numbers as they are', () => {
  expect(csvLine(['a=b', 'o’neil@example.com', -2, 9.99, true, null, ''])).toBe(
    'a=b,o’neil@example.com,-2,9.99,true,,\r\n',
  )
})

it('quotes what would end a cell', () => {
  expect(csvCell('one, "two"\nthree')).toBe('"one, ""two""\nthree"')
})
