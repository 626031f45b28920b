import { expect, it } from 'vitest'
import { csvCell, csvLine } from './csv.ts'

it.each([
  ['=1+1', "'=1+1"],
  ['+49 30 1234', "'+49 30 1234"],
  ['-2', "'-2"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t'=1"],
  [' =1', "' =1"],
  ['\u0001\u00a0=1', "'\u0001\u00a0=1"],
  ['\r\n=cmd', `"'\r\n'=cmd"`],
  ['a;=1+1', "a;'=1+1"],
  ['a; "@SUM(1)"', `"a;' ""@SUM(1)"""`],
  ['one, two;-2', `"one, two;'-2"`],
  ['a\t+1', "a\t'+1"],
  ['first line\n＝1', `"first line\n'＝1"`],
  ['a;\u0000=1', "a;'\u0000=1"],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
  ['＝1', "'＝1"],
])('text that a spreadsheet would run as a formula is escaped: %j', (value, cell) => {
  expect(csvCell(value)).toBe(cell)
})

it('leaves plain text and numbers as they are', () => {
  expect(csvLine(['a=b; c-d', 'a=b', 'o’neil@example.com', -2, 9.99, true, null, ''])).toBe(
    'a=b; c-d,a=b,o’neil@example.com,-2,9.99,true,,\r\n',
  )
})

it('quotes cells that contain commas, quotation marks or line breaks', () => {
  expect(csvCell('one, "two"\nthree')).toBe('"one, ""two""\nthree"')
  expect(csvCell('one\rtwo')).toBe('"one\rtwo"')
})
