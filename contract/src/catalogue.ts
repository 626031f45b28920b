/** The public facts of the sixteen catalogue assistants (spec section 3). What they know and say is the server's. */

export const CATEGORIES = [
  'Healthcare',
  'Finance',
  'Education',
  'Technology',
  'Legal',
  'Real Estate',
  'Marketing',
  'Customer Service',
  'Therapy',
  'Culinary',
  'Spiritual',
  'Academic',
  'Pediatrics',
  'Automotive',
  'Behavioral Health',
  'Speech Therapy',
  'Friendship',
] as const

export type Category = (typeof CATEGORIES)[number]

export interface CatalogueAssistant {
  /** Also the slug in addresses and the portrait's id. */
  id: string
  name: string
  title: string
  description: string
  /** Address of the portrait as a picture. */
  image: string
  /** The badge. */
  category: Category
  /** A second label that finds this assistant when filtering. */
  alsoCategory?: Category
  /** The assistant's id at Vapi; Education and Technology have none (spec section 3). */
  assistantId?: string
  isAvailable: boolean
}
