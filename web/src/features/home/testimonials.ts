/** What customers say (spec section 3: name, role, initials, content). */
export interface Testimonial {
  name: string
  role: string
  initials: string
  content: string
}

export const TESTIMONIALS: readonly Testimonial[] = [
  {
    name: 'Maren Ostby',
    role: 'Owner of a dental practice',
    initials: 'MO',
    content:
      'The phone used to ring through every treatment. Now the common questions are answered and we call back the rest.',
  },
  {
    name: 'Julian Reyes',
    role: 'Head of an online bookshop',
    initials: 'JR',
    content: 'Customers ask about orders the way they would ask at the till. It took an afternoon to set up.',
  },
  {
    name: 'Priya Nandan',
    role: 'Manager of a language school',
    initials: 'PN',
    content: 'Shy learners practise with the assistant first. They arrive at the lesson having already spoken.',
  },
]
