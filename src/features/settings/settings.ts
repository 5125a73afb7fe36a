/** What an administrator may set about the site, with the values a new site starts with. */
export const defaultSettings = {
  societyName: 'One Health Student Society',
  shortName: 'One Health',
  membershipUrl: 'https://example.org/join',
  homeVariant: 'grid' as 'grid' | 'spotlight',
  heroWelcome: 'Welcome to',
  heroTitle: 'The One Health Student Society',
  heroTagline: 'Future Health Leaders',
  heroSubtitle: 'Empowering Students to Shape the Future of Health',
  aboutText: [
    'One Health is the idea that the health of people, of animals and of the environment cannot be kept apart. A virus that moves from a bat to a farm to a city, a river that carries antibiotics downstream, a heatwave that empties both a pasture and a hospital ward: each is one problem with three faces, and it takes more than one profession to see it whole.',
    'Our society brings together students of medicine, veterinary medicine, nursing, ecology, public health, law and every other subject that has a part in the answer. We meet to learn from each other, to hear from people who do this work, and to write about what we find.',
    'You need no experience to join us, only curiosity. Come to an event, read what our members have written, or help to organise what happens next.',
  ].join('\n'),
  designCredit: "Designed by the society's students",
  copyrightLine: '© 2024 One Health Student Society',
  timeZone: 'Europe/London',
  defaultArticleImage: '/defaults/article.webp',
  defaultAvatarImage: '/defaults/avatar.webp',
  defaultEventImage: '/defaults/event.webp',
};

/** The settings a visitor's page needs; nothing in here is secret. */
export type SiteSettings = typeof defaultSettings;
