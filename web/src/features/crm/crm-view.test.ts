import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isFiltered, nextSort, readView, writeView } from './crm-view.ts'

describe('the view in the address', () => {
  it('is the default view when there is none', () => {
    const view = readView(new URLSearchParams())
    expect(view).toEqual({
      tab: 'subscriptions',
      sort: 'created',
      order: 'desc',
      status: null,
      tier: null,
      q: '',
      cursor: null,
    })
    expect(writeView(view).toString()).toBe('')
    expect(isFiltered(view)).toBe(false)
  })

  it('is written as it was read', () => {
    const search = 'tab=emails&sort=name&order=asc&followUp=contacted&q=ann+%26+bob&cursor=abc'
    expect(writeView(readView(new URLSearchParams(search))).toString()).toBe(search)
  })

  it('stays the same when written and read again, for any query', () => {
    fc.assert(
      fc.property(fc.webQueryParameters(), (text) => {
        const view = readView(new URLSearchParams(text))
        expect(readView(writeView(view))).toEqual(view)
      }),
    )
  })

  it('truncates a long search between two characters', () => {
    const view = readView(new URLSearchParams({ q: `${'a'.repeat(99)}\u{1F95E}` }))
    expect(view.q).toBe('a'.repeat(99))
    expect(readView(writeView(view))).toEqual(view)
  })

  it.each(['sort=password', 'order=up', 'status=gone', 'tier=Gold', 'tab=admin'])('ignores %s', (text) => {
    expect(writeView(readView(new URLSearchParams(text))).toString()).toBe('')
  })
})

it('a column is sorted one way, the other way, and then by default', () => {
  const first = nextSort({ sort: 'created', order: 'desc' }, 'email', 'asc', 'created')
  expect(first).toEqual({ sort: 'email', order: 'asc' })
  const second = nextSort(first, 'email', 'asc', 'created')
  expect(second).toEqual({ sort: 'email', order: 'desc' })
  expect(nextSort(second, 'email', 'asc', 'created')).toEqual({ sort: 'created', order: 'desc' })
})
