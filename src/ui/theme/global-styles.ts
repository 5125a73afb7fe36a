/** The global style sheets in their order; both browser entries import this first. */
import './fonts.css';
import './tokens.css';
import './base.css';
import './scripts.css';
import './focal-point.css';
