/** The page from which visitors call. */
export const ORIGIN = 'http://voxhall.test'
export const TIME_ZONE = 'America/New_York'
export const OPENS_AT_HOUR = 8
export const CLOSES_AT_HOUR = 20

const SPANS = [{ from: `0${OPENS_AT_HOUR}:00`, to: `${CLOSES_AT_HOUR}:00` }]
const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const

/** The actions that the benchmark's business allows its assistant. */
export const ACTION_SETTINGS = {
  message: {
    isOn: true,
    fields: [
      { id: 'name', label: 'Your name', kind: 'name' },
      { id: 'phone', label: 'Your telephone number', kind: 'phone' },
      { id: 'message', label: 'Your message', kind: 'text' },
    ],
  },
  callback: { isOn: true },
  appointments: {
    isOn: true,
    title: 'Session',
    daysAhead: 40,
    lengthMinutes: 30,
    hours: Object.fromEntries(DAYS.map((day) => [day, SPANS])),
  },
}
