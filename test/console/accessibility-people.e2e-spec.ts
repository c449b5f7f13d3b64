import { examinePages } from './support/examined-pages.js';

examinePages('people');
