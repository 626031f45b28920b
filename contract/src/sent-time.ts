import { z } from 'zod'

/** PostgreSQL rejects the year 0, and after the year 9999 ISO texts have another form. */
const YEAR = /^20\d\d-/

/** A moment that a client names. */
export const sentMomentSchema = z.iso.datetime().regex(YEAR, 'That moment is not in this century.')

/** A day that a client names. */
export const sentDaySchema = z.iso.date().regex(YEAR, 'That day is not in this century.')
